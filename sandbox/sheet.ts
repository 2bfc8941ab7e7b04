import { style as base, type Html, html, raw } from './page.ts'

// A page of a pretend provider: plain HTML that works without scripts.

type Sheet = {
  nonce: string
  language?: string
  title: string
  /** Said above everything. */
  band: string
  aside: string
  status?: number
  /** The page asks again by itself after so many seconds, where no script runs. */
  again?: number
  body: Html
  /** Rules of this page alone. */
  style?: string
  script?: string
  /** Where its forms may lead in the end, as addresses. */
  leadsTo?: (string | null | undefined)[]
}

export function sheet(scene: Sheet): Response {
  const {
    nonce,
    language = 'en',
    title,
    band,
    aside,
    status = 200,
    again,
    body,
    style = '',
    script,
    leadsTo = [],
  } = scene
  const whole = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${band}</title>
<style nonce="${nonce}">${raw(base)}${raw(own)}${raw(style)}</style>
${again ? html`<noscript><meta http-equiv="refresh" content="${again}"></noscript>` : ''}
</head>
<body class="provider">
<header><p><b>${band}</b> <span>${aside}</span></p></header>
<main>${body}</main>
${script ? html`<script nonce="${nonce}">${raw(script)}</script>` : ''}
</body>
</html>`
  return new Response(whole.markup, { status, headers: headersOf(nonce, leadsTo) })
}

function headersOf(nonce: string, leadsTo: NonNullable<Sheet['leadsTo']>) {
  const origins = leadsTo.flatMap((address) => (address && URL.canParse(address) ? [new URL(address).origin] : []))
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'accept-language',
    // With none at all a form would not even say to ourselves that it comes from here.
    'referrer-policy': 'same-origin',
    // A form's answer leads back to where the payer came from, which counts as its aim.
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action ${["'self'", ...new Set(origins)].join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
  }
}

/** After a form: the answer is a page of its own, so that going back or loading again sends nothing twice. */
export const seeOther = (to: string) =>
  new Response(null, { status: 303, headers: { location: to, 'cache-control': 'no-store' } })

const own = `
.provider header { position: sticky; top: 0; z-index: 1 } .provider header b { text-transform: none; letter-spacing: 0 }
.checkout { max-width: 480px; margin: 0 auto } .checkout h1 { font-size: 32px; font-variant-numeric: tabular-nums; margin: 0 0 4px }
.sheet { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 20px; margin: 0 0 20px }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 0 0 16px; overflow-wrap: anywhere } .facts dt { color: var(--muted) } .facts dd { margin: 0 }
.pay fieldset { border: 0; margin: 0 0 16px; padding: 0 } .pay legend { padding: 0; margin: 0 0 8px; font-weight: 600 }
.choice { display: flex; gap: 4px; padding: 4px; border: 1px solid var(--line); border-radius: 10px; background: var(--paper) }
.choice label, .choice button { position: relative; flex: 1 1 0; min-width: 0; display: grid; place-items: center; min-height: 44px; padding: 4px 6px; border-radius: 6px; font-weight: 600; text-align: center; cursor: pointer }
.choice input { position: absolute; inset: 0; width: 100%; height: 100%; max-width: none; min-height: 0; margin: 0; opacity: 0; cursor: pointer }
.choice button { background: transparent; border: 0; color: inherit } .choice label:has(:checked), .choice [aria-selected=true] { background: var(--brand); color: var(--paper) } .choice label:has(:focus-visible), .choice :focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
.field { display: grid; align-content: start; gap: 4px; margin: 0 0 16px; flex: 1 1 120px; min-width: 0 } .field label { font-weight: 600 } .field input { max-width: none; width: 100% }
.field small, .hint { color: var(--muted); font-size: 14px; margin: 0 0 16px } .field small { margin: 0 }
.wrong { color: var(--stop); font-weight: 600; font-size: 14px } [aria-invalid] { border-color: var(--stop) } :root { --stop: light-dark(oklch(0.48 0.17 28), oklch(0.8 0.11 28)) }
.two { display: flex; flex-wrap: wrap; gap: 0 16px }
@supports selector(:has(*)) { .pay:has([value=mobile_money]:checked) .panel:not(.mobile_money), .pay:has([value=card]:checked) .panel:not(.card), .pay:has([value=bank_transfer]:checked) .panel:not(.bank_transfer) { display: none } }
.deeds { display: grid; gap: 8px } .deeds button, .plain { width: 100% } .plain, .row button { background: transparent; color: var(--ink); border-color: var(--line) }
button[aria-disabled=true] { opacity: .7 } a.button { display: grid; place-items: center; min-height: 44px; padding: 0 14px; border-radius: 6px; background: var(--brand); color: var(--paper); font-weight: 600; text-decoration: none }
.alert { border-left: 4px solid var(--stop); padding: 8px 0 8px 14px; margin: 0 0 16px } .alert p { margin: 0 } .alert p:first-child { font-weight: 700; color: var(--stop) }
.test { padding: 6px 20px } .test summary { min-height: 44px; display: flex; align-items: center; font-weight: 600; cursor: pointer } .test summary::before { content: '▸'; margin-right: 8px } .test[open] summary::before { content: '▾' }
.test h2 { font-size: 16px; margin: 8px 0 } .test ul { list-style: none; margin: 0 0 8px; padding: 0 } .test li { display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 0 12px; border-top: 1px solid var(--line); padding: 6px 0; min-height: 44px } .test code { font: inherit; font-weight: 600; font-variant-numeric: tabular-nums } .test li span { display: block; color: var(--muted); font-size: 14px } .test button { background: transparent; color: var(--brand); border-color: var(--line) }
h2 { font-size: 20px; margin: 28px 0 8px } .row { display: flex; flex-wrap: wrap; gap: 8px } .row button { font-size: 15px }
.figures { display: flex; flex-wrap: wrap; gap: 8px 32px } .figures dt { color: var(--muted); font-size: 14px } .figures dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums }
.things { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 14px } .things li { padding: 14px 20px } .things li + li { border-top: 1px solid var(--line) } .things p { margin: 0; display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline } .things .row { margin-top: 10px }
.about { color: var(--muted); font-size: 14px; overflow-wrap: anywhere } .about span { min-width: 0 } .amount { font-variant-numeric: tabular-nums }
.state { padding: 0 10px; border: 1px solid var(--line); border-radius: 999px; font-size: 14px } .state.failed, .state.reversed, .state.abandoned { color: var(--muted) } .state.success, .state.processed { color: var(--brand); font-weight: 600 }
.wait { text-align: center } .wait .phone { width: 44px; height: 76px; margin: 8px auto 16px; border: 3px solid var(--brand); border-radius: 10px } .wait .phone { animation: wait 1.6s ease-in-out infinite } @keyframes wait { 50% { opacity: .35 } } @media (prefers-reduced-motion: reduce) { .wait .phone { animation: none } }
`
