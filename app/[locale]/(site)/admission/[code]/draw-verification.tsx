import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { Disclosure } from "@/components/ui/disclosure";
import { Hash } from "@/components/ui/hash";
import { fileText } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import { type DrawResult, getDrawNumber } from "@/lib/admission/draw-order";
import { createRecomputeProgram, type PublicRound } from "@/lib/admission/queries";
import { RecomputeButton } from "./recompute-button";

type Props = { view: PublicRound; reference: string | undefined };

/** How to check that the order follows from the frozen list and a public random number. */
export async function DrawVerification({ view, reference }: Props) {
  const { round, draw, isListed, result, corrected } = view;
  const { hash, frozenAt, code } = round;
  if (!isListed || !hash || !frozenAt) return null;
  const [t, { longInstant }] = await Promise.all([getTranslations("round.proof"), getDateFormats()]);
  const list = `/admission/${code}/list.csv`;
  const ownReference = reference?.trim().toUpperCase();
  return (
    <Section title={t("title")} id="proof">
      <p className="my-4 max-w-measure text-muted">{t("lead")}</p>
      <ol className="space-y-8">
        <ProofStep number={1} title={t("closed")}>
          <p>
            {t("closedHow", { time: longInstant(frozenAt) })} <a href={list}>{t("download")}</a>
          </p>
          <Hash label="SHA-256">{hash}</Hash>
        </ProofStep>
        {draw && (
          <>
            <ProofStep number={2} title={t("drawn")}>
              <p>{t("drawnHow")}</p>
              <Hash>{draw.number}</Hash>
            </ProofStep>
            <ProofStep number={3} title={t("follows")}>
              <p>{t(draw.method === "start" ? "followsStart" : "followsHow")}</p>
              {ownReference && draw.method === "numbers" && <Formula draw={draw} reference={ownReference} />}
            </ProofStep>
          </>
        )}
        {draw && result && (
          <ProofStep number={4} title={t("yourself")}>
            <p>{t("yourselfHow")}</p>
            <RecomputeButton
              list={list}
              hash={hash}
              draw={draw}
              corrected={corrected}
              published={result.lines.map(({ reference }) => reference)}
              texts={{
                press: t("press"),
                working: t("working"),
                same: t("same", { count: result.lines.length }),
                other: t("other"),
                failed: t("failed"),
              }}
            />
            <Disclosure icon={fileText} summary={t("python")}>
              <pre className="rounded-card bg-sunken p-4 text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
                <code>{createRecomputeProgram(draw, corrected)}</code>
              </pre>
            </Disclosure>
          </ProofStep>
        )}
      </ol>
    </Section>
  );
}

async function Formula({ draw, reference }: { draw: DrawResult; reference: string }) {
  const number = await getDrawNumber({ reference, position: 1 }, 1, draw);
  return (
    <Hash>
      SHA-256("{draw.code}:{draw.number}:{reference}") = {number}
    </Hash>
  );
}

const ProofStep = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <li className="grid grid-cols-[2rem_1fr] gap-x-2">
    <span className="text-heading font-semibold text-accent" aria-hidden="true">
      {number}
    </span>
    <div className="min-w-0 space-y-3">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  </li>
);
