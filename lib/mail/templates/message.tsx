import { Fragment } from "react";
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  render,
  Section,
  Text,
} from "react-email";
import type { MailContent } from "@/lib/mail/parts";
import { mark } from "@/lib/school/mark";
import { type Colored, colored, styles } from "./styles";

/** A message's HTML: 560 px, light and dark, nothing loaded from anywhere. */
export const messageHtml = (content: MailContent) => render(<Message content={content} />);

function Message({ content }: { content: MailContent }) {
  const { action, facts, next, signature = [] } = content;
  const look = colored(content.color);
  return (
    <Html lang={content.locale} dir="ltr">
      <Head>
        <title>{content.subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{look.darkStyles}</style>
      </Head>
      <Preview>{content.preview}</Preview>
      <Body lang={content.locale} className="page" style={styles.page}>
        <Container className="card" style={styles.card}>
          <School name={content.school} hasLogo={content.hasLogo} look={look} />
          <Section className="part" style={styles.part}>
            <Heading as="h1" style={styles.title}>
              {content.subject}
            </Heading>
            <Text style={styles.text}>{content.greeting}</Text>
            {content.body.map((paragraph) => (
              <Text key={paragraph} style={styles.text}>
                {paragraph}
              </Text>
            ))}
            {facts.length > 0 && <Facts facts={facts} />}
            <Action {...action} look={look} />
            {next && <Next {...next} />}
            {signature.length > 0 && <Signature lines={signature} />}
          </Section>
          <Foot content={content} look={look} />
        </Container>
      </Body>
    </Html>
  );
}

type SchoolProps = { name: string; hasLogo: boolean; look: Colored };

/** The mark is the house's: a school with a logo of its own, which a message would have to load, has its name alone. */
function School({ name, hasLogo, look: { tones } }: SchoolProps) {
  const { size, corner, staff, head, stem } = mark;
  return (
    <Section className="part line" style={styles.head}>
      <table role="presentation" cellPadding="0" cellSpacing="0">
        <tbody>
          <tr>
            {!hasLogo && (
              <td style={styles.mark}>
                <svg width="34" height="34" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
                  <rect className="mark-ground" width={size} height={size} rx={corner} fill={tones.accent} />
                  <path
                    className="mark-line"
                    d={staff}
                    stroke={tones["on-accent"]}
                    fill="none"
                    opacity=".42"
                  />
                  <ellipse className="mark-head" {...head} fill={tones["on-accent"]} />
                  <path
                    className="mark-line"
                    d={stem}
                    stroke={tones["on-accent"]}
                    strokeWidth="2.3"
                    strokeLinecap="round"
                    fill="none"
                  />
                </svg>
              </td>
            )}
            <td style={styles.school}>{name}</td>
          </tr>
        </tbody>
      </table>
    </Section>
  );
}

function Facts({ facts }: Pick<MailContent, "facts">) {
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" style={styles.facts}>
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={`${label} ${value}`}>
            <td className="line quiet" style={styles.label}>
              {label}
            </td>
            <td className="line" style={styles.value}>
              <strong>{value}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Action({ label, url, plain, note, look }: MailContent["action"] & { look: Colored }) {
  return (
    <>
      <Section style={styles.action}>
        <Button className="button" style={look.button} href={url}>
          {label}
        </Button>
      </Section>
      <Text className="quiet" style={styles.small}>
        {note}
      </Text>
      <Text className="quiet" style={styles.small}>
        {plain}
        <br />
        <Link className="link" style={look.link} href={url}>
          {url}
        </Link>
      </Text>
    </>
  );
}

function Next({ title, steps }: { title: string; steps: string[] }) {
  return (
    <>
      <Heading as="h2" style={styles.heading}>
        {title}
      </Heading>
      <ol style={styles.list}>
        {steps.map((step) => (
          <li key={step} style={styles.item}>
            {step}
          </li>
        ))}
      </ol>
    </>
  );
}

function Signature({ lines }: { lines: string[] }) {
  return (
    <Text style={styles.text}>
      {lines.map((line, at) => (
        <Fragment key={line}>
          {at > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </Text>
  );
}

function Foot({ content: { contact, why, notMe }, look }: { content: MailContent; look: Colored }) {
  return (
    <Section className="part line" style={styles.foot}>
      <Heading as="h2" style={styles.contact}>
        {contact.title}
      </Heading>
      <Text className="quiet" style={styles.small}>
        {contact.text}
      </Text>
      <Text className="quiet" style={styles.small}>
        {why}
      </Text>
      {notMe && (
        <Text className="quiet" style={styles.small}>
          {notMe.label}
          <br />
          <Link className="link" style={look.link} href={notMe.url}>
            {notMe.url}
          </Link>
        </Text>
      )}
      <Text className="quiet" style={styles.last}>
        {contact.address}
      </Text>
    </Section>
  );
}
