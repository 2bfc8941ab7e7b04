import { Trans } from '@lingui/react/macro'
import { type ReactNode, useContext } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { PlainMail } from './mail.tsx'

type Props = { language: Language; subject: string; preview?: string; reason?: string; children: ReactNode }

const face = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
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
      <Trans>Harambee · Unity is power</Trans>
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
                          <Trans>Harambee · Unity is power</Trans>
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
  const stripes = ['#1f5a41', '#e3b448', '#1f5a41', '#a4452c', '#1f5a41', '#e3b448', '#1f5a41']
  const widths = ['30%', '5%', '10%', '10%', '10%', '5%', '30%']
  return (
    <tr>
      <td>
        <p style={{ margin: '0 0 16px', padding: '0 28px', font: `700 20px/1.2 ${face}`, color: '#1f5a41' }}>
          Harambee
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
