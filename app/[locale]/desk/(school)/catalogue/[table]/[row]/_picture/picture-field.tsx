"use client";

import { TextField } from "@/components/forms/fields";

/** Pixels; the largest size that pages show. */
const SIDE = 640;

/** Scales the photo in the browser; without scripts it is sent unchanged. */
export function PictureField({ label, hint }: { label: string; hint: string }) {
  return (
    <TextField
      name="picture"
      type="file"
      accept="image/jpeg,image/png,image/webp"
      label={label}
      hint={hint}
      onChange={({ currentTarget }) => void shrinkFile(currentTarget)}
    />
  );
}

async function shrinkFile(input: HTMLInputElement) {
  const [file] = input.files ?? [];
  if (!file) return;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  const small = bitmap && (await drawScaled(bitmap));
  if (!small || input.files?.[0] !== file) return; // the server reports the error
  const files = new DataTransfer();
  files.items.add(new File([small], file.name.replace(/(\.\w+)?$/, ".jpg"), { type: small.type }));
  input.files = files.files;
}

async function drawScaled(bitmap: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = "#fff"; // behind transparent areas
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
}
