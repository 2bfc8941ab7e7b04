import { createContext, type ReactNode, useContext } from 'react'
import type { Words } from '#app/kit/says.ts'

// The parts of mails. Each part has two forms, HTML and plain text, so that one template makes both. Inline styles and old-fashioned
// tables, because that is what mail programs understand.

/** A mail in the reader's language: its words are chosen when it is rendered. */
export type MailTemplate = {
  subject: Words
  /** The line that an inbox shows beside the subject. */
  preview?: Words
  body: ReactNode
  /** Why the reader gets this mail, in the small print. */
  reason?: Words
  /** The address that a mail program posts to when its reader unsubscribes (RFC 8058). */
  unsubscribe?: string
}

/** True while a mail is written as plain text. */
export const PlainMail = createContext(false)

const face = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const ink = '#26241f'
const muted = '#625d52'
const brand = '#1f5a41'

export function MailHeading({ children }: { children: ReactNode }) {
  if (useContext(PlainMail)) return <>{block(children)}</>
  return (
    <h1 style={{ margin: '0 0 16px', font: `700 24px/1.25 ${face}`, color: ink, letterSpacing: '-0.01em' }}>
      {children}
    </h1>
  )
}

export function MailText({ children }: { children: ReactNode }) {
  if (useContext(PlainMail)) return <>{block(children)}</>
  return <p style={{ margin: '0 0 16px', font: `400 16px/1.55 ${face}`, color: ink }}>{children}</p>
}

/** A picture whose content the words give, too: plain text leaves it out. */
export function MailPicture({ src, alt }: { src: string; alt: string }) {
  if (useContext(PlainMail)) return null
  return (
    <img
      src={src}
      alt={alt}
      width={520}
      style={{ display: 'block', width: '100%', height: 'auto', margin: '0 0 16px', borderRadius: 8 }}
    />
  )
}

/** Less important words, such as how long a link is valid. */
export function MailNote({ children }: { children: ReactNode }) {
  if (useContext(PlainMail)) return <>{block(children)}</>
  return <p style={{ margin: '0 0 16px', font: `400 14px/1.5 ${face}`, color: muted }}>{children}</p>
}

/** The main action. The address is below it too, for programs that show no buttons. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  if (useContext(PlainMail))
    return (
      <>
        {children}
        {`:\n${href}\n\n`}
      </>
    )
  return (
    <>
      <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '8px 0 16px' }}>
        <tbody>
          <tr>
            <td style={{ background: brand, borderRadius: 6 }}>
              <a
                href={href}
                style={{
                  display: 'inline-block',
                  padding: '13px 24px',
                  font: `600 16px/20px ${face}`,
                  color: '#ffffff',
                  textDecoration: 'none',
                }}
              >
                {children}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p style={{ margin: '0 0 24px', font: `400 13px/1.5 ${face}`, color: muted, wordBreak: 'break-all' }}>
        <a href={href} style={{ color: muted }}>
          {href}
        </a>
      </p>
    </>
  )
}

/** A second link, less prominent than the button. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  if (useContext(PlainMail))
    return (
      <>
        {children}
        {`:\n${href}\n\n`}
      </>
    )
  return (
    <p style={{ margin: '0 0 16px', font: `600 16px/1.55 ${face}` }}>
      <a href={href} style={{ color: brand }}>
        {children}
      </a>
    </p>
  )
}

/** Names and values, one pair a line. */
export function MailFacts({ facts }: { facts: { name: ReactNode; value: ReactNode }[] }) {
  if (useContext(PlainMail))
    return (
      <>
        {facts.map(({ name, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: written once, never changed
          <Line key={at}>
            {name}: {value}
          </Line>
        ))}
        {'\n'}
      </>
    )
  const cell = { padding: '6px 16px 6px 0', font: `400 15px/1.5 ${face}`, color: ink, verticalAlign: 'top' } as const
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '0 0 16px' }}>
      <tbody>
        {facts.map(({ name, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: written once, never changed
          <tr key={at}>
            <td style={{ ...cell, color: muted }}>{name}</td>
            <td style={cell}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const block = (children: ReactNode) => (
  <>
    {children}
    {'\n\n'}
  </>
)
function Line({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      {'\n'}
    </>
  )
}
