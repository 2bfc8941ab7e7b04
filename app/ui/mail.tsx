import { Trans } from '@lingui/react/macro'
import { createContext, type ReactNode, useContext } from 'react'
import { brand, ownBrand } from '#app/kit/brand.ts'
import type { Language } from '#app/kit/languages.ts'
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
/** The colour of the heading, buttons and links. White text reads well on it, and it on white. */
const primary = () => ownBrand().colour ?? '#1f5a41'

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
            <td style={{ background: primary(), borderRadius: 6 }}>
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
      <a href={href} style={{ color: primary() }}>
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

type Props = { language: Language; subject: string; preview?: string; reason?: string; children: ReactNode }

const small = { margin: '0 0 4px', font: `400 13px/1.5 ${face}`, color: '#625d52' } as const

/** The layout of every mail. */
export function MailLayout(props: Props) {
  return useContext(PlainMail) ? <PlainSheet {...props} /> : <Sheet {...props} />
}

function PlainSheet({ reason, children }: Props) {
  return (
    <>
      {children}
      {'-- \n'}
      <Trans>{'{brand}'} · Unity is power</Trans>
      {reason ? `\n${reason}` : ''}
      {'\n'}
    </>
  )
}

function Sheet({ language, subject, preview, reason, children }: Props) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{subject}</title>
      </head>
      <body style={{ margin: 0, padding: 0, background: '#f6f2e9' }}>
        {preview ? (
          <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 }}>{preview}</div>
        ) : null}
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ background: '#f6f2e9' }}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '32px 12px' }}>
                <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ maxWidth: 560 }}>
                  <tbody>
                    <Head />
                    <tr>
                      <td style={{ background: '#fffdf8', padding: '32px 28px 16px', borderRadius: '0 0 14px 14px' }}>
                        {children}
                      </td>
                    </tr>
                    <tr>
                      <td style={{ padding: '20px 28px' }}>
                        <p style={small}>
                          <Trans>{'{brand}'} · Unity is power</Trans>
                        </p>
                        {reason ? <p style={small}>{reason}</p> : null}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

/** The name over a band of kikoi stripes, in plain cells: many mail programs show no pictures at first. */
function Head() {
  const [own, gold, red] = [primary(), '#e3b448', '#a4452c']
  const stripes = [own, gold, own, red, own, gold, own]
  const widths = ['30%', '5%', '10%', '10%', '10%', '5%', '30%']
  return (
    <tr>
      <td>
        <p style={{ margin: '0 0 16px', padding: '0 28px', font: `700 20px/1.2 ${face}`, color: primary() }}>
          {brand()}
        </p>
        <table
          role="presentation"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          style={{ borderCollapse: 'collapse', borderRadius: '14px 14px 0 0', overflow: 'hidden' }}
        >
          <tbody>
            <tr>
              {stripes.map((color, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of stripes
                <td key={at} width={widths[at]} style={{ height: 8, fontSize: 0, lineHeight: 0, background: color }} />
              ))}
            </tr>
          </tbody>
        </table>
      </td>
    </tr>
  )
}
