import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  render,
  Section,
  Text,
} from "react-email";
import type { MailContent } from "@/lib/mail/parts";
import { type Colored, colored, styles } from "./styles";

/** A message's HTML: 600 px, light and dark, nothing loaded from anywhere. */
export const messageHtml = (content: MailContent) => render(<Message content={content} />);

function Message({ content }: { content: MailContent }) {
  const { action, contact, facts, next } = content;
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
          <Text className="quiet" style={styles.school}>
            {content.school}
          </Text>
          <Text style={styles.first}>{content.greeting}</Text>
          {content.body.map((paragraph) => (
            <Text key={paragraph} style={styles.text}>
              {paragraph}
            </Text>
          ))}
          <Action {...action} look={look} />
          {facts.length > 0 && <Facts facts={facts} look={look} />}
          {next && <Next {...next} />}
          <Heading as="h2" style={styles.heading}>
            {contact.title}
          </Heading>
          <Text style={styles.text}>{contact.text}</Text>
          <Hr className="line" style={styles.line} />
          <Text className="quiet" style={styles.small}>
            {content.why}
          </Text>
          {content.notMe && (
            <Text className="quiet" style={styles.small}>
              {content.notMe.label}
              <br />
              <Link className="link" style={look.link} href={content.notMe.url}>
                {content.notMe.url}
              </Link>
            </Text>
          )}
          <Text className="quiet" style={styles.small}>
            {contact.address}
          </Text>
        </Container>
      </Body>
    </Html>
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

function Facts({ facts, look }: Pick<MailContent, "facts"> & { look: Colored }) {
  return (
    <Section className="facts" style={look.facts}>
      {facts.map(({ label, value }) => (
        <Text key={`${label} ${value}`} style={styles.fact}>
          {label}: <strong>{value}</strong>
        </Text>
      ))}
    </Section>
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
