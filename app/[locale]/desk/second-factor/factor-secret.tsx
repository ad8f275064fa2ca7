import { useTranslations } from "next-intl";

/** The QR code to be scanned, and the same secret to be typed. */
export function FactorSecret({ setup }: { setup: { svg: string; key: string } }) {
  const t = useTranslations("desk.factor.setup");
  const image = `data:image/svg+xml;base64,${Buffer.from(setup.svg).toString("base64")}`;
  return (
    <div className="mb-6">
      {/* biome-ignore lint/performance/noImgElement: an image of the page's own, with nothing to fetch */}
      <img
        src={image}
        alt={t("qr")}
        width={224}
        height={224}
        className="mb-4 rounded-card border border-hairline"
      />
      <p className="mb-1 text-small text-muted">{t("key")}</p>
      <p className="font-mono font-semibold [overflow-wrap:anywhere]">{setup.key}</p>
    </div>
  );
}
