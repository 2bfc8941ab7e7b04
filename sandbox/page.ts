// Pages of the pretend world: plain HTML without scripts, so that nothing of the product is needed to show them.

/** Text that is markup already. */
export type Html = { readonly markup: string }
type Part = Html | string | number | Part[]

export const raw = (markup: string): Html => ({ markup })

/** Markup with values in it; whatever is no markup is escaped. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  raw(texts.map((text, at) => text + (at < parts.length ? written(parts[at]!) : '')).join(''))

function written(part: Part): string {
  if (Array.isArray(part)) return part.map(written).join('')
  return typeof part === 'object' ? part.markup : escaped(String(part))
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign]!)

/** Addresses in plain text can be opened, as in most programs that show mails and texts. */
export const withLinks = (text: string): Html[] =>
  text.split(/(https?:\/\/[^\s<>"]+)/).map((part, at) => (at % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`))

const ways = { mailbox: 'Mailbox', sms: 'Texts', phone: 'Phones', paystack: 'Payments' }

/** The ways between the pages of the pretend world, from the one that is open. */
export const sandboxWays = (open: keyof typeof ways) => html`<nav class="ways" aria-label="Sandbox">
  ${Object.entries(ways)
    .filter(([name]) => name !== open)
    .map(([name, label]) => html`<a href="/sandbox/${name}">${label}</a>`)}
  <a href="/">Back to Harambee</a>
</nav>`

type Page = { nonce: string; title: string; status?: number; body: Html }

/** A whole page, marked as belonging to the pretend world. */
export function page({ nonce, title, status = 200, body }: Page): Response {
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Harambee sandbox</title>
<style nonce="${nonce}">${raw(style)}</style>
</head>
<body>
<header><p><b>Sandbox</b> This is a pretend world for trying things out. <a href="/">Back to Harambee</a></p></header>
<main>${body}</main>
</body>
</html>`
  return new Response(whole.markup, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

export const style = `
:root { color-scheme: light dark;
  --paper: light-dark(oklch(0.975 0.012 85), oklch(0.2 0.015 150)); --card: light-dark(oklch(0.995 0.005 85), oklch(0.25 0.017 150));
  --ink: light-dark(oklch(0.25 0.015 80), oklch(0.94 0.012 90)); --muted: light-dark(oklch(0.46 0.02 80), oklch(0.76 0.02 100));
  --line: light-dark(oklch(0.87 0.02 85), oklch(0.36 0.02 150)); --brand: light-dark(oklch(0.42 0.09 158), oklch(0.8 0.12 155));
  --band: light-dark(oklch(0.9 0.09 88), oklch(0.36 0.06 85)); }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", Ubuntu, "Liberation Sans", Arial, system-ui, sans-serif }
header { background: var(--band); padding: 8px 16px } header p { margin: 0 auto; max-width: 880px; font-size: 14px }
header b { margin-right: 8px; text-transform: uppercase; letter-spacing: .06em } header a { color: inherit; white-space: nowrap }
main { max-width: 912px; margin: 0 auto; padding: 24px 16px 64px }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.2; overflow-wrap: anywhere }
a { color: var(--brand) } :focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
.quiet { margin: 0 0 20px; color: var(--muted); overflow-wrap: anywhere }
.search { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; margin: 0 0 20px }
input, button { min-height: 44px; padding: 0 14px; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: inherit; font: inherit }
input { flex: 1 1 220px; min-width: 0; max-width: 360px } ::placeholder { color: var(--muted); opacity: 1 }
button { background: var(--brand); border-color: var(--brand); color: var(--paper); font-weight: 600; cursor: pointer }
.empty { padding: 40px 24px; border: 1px dashed var(--line); border-radius: 14px; color: var(--muted); text-align: center }
.mails { list-style: none; margin: 0 0 20px; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 14px; overflow: hidden }
.mails li + li { border-top: 1px solid var(--line) }
.mails a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 12px 20px; color: inherit; text-decoration: none }
.mails a:hover b { text-decoration: underline } .mails a:focus-visible { outline-offset: -3px }
.mails b, .start { grid-column: 1 / -1 } .mails span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.to, time, .start { color: var(--muted); font-size: 14px } time { font-variant-numeric: tabular-nums }
.tabs { display: flex; gap: 4px; margin: 0 0 12px }
.tabs a { padding: 10px 16px; border-radius: 6px; color: inherit; text-decoration: none } .tabs a:hover { background: var(--card) }
.tabs a[aria-current] { background: var(--brand); color: var(--paper); font-weight: 600 }
iframe { display: block; width: 100%; height: min(760px, 80vh); border: 1px solid var(--line); border-radius: 14px; background: #fff }
pre { margin: 0; padding: 20px; border: 1px solid var(--line); border-radius: 14px; background: var(--card); overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace }
.sms { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 12px 20px } .mails .sms a { display: inline; padding: 0; color: var(--brand); text-decoration: underline }
.sms p { grid-column: 1 / -1; margin: 0; overflow-wrap: anywhere }
.ways { display: flex; flex-wrap: wrap; gap: 0 20px; margin: 28px 0 0; padding: 8px 0 0; border-top: 1px solid var(--line) } .ways a { display: inline-flex; align-items: center; min-height: 44px }
@media (max-width: 560px) { .mails a { grid-template-columns: 1fr } }
`
