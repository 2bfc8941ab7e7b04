import { type Html, html } from '../page.ts'
import { sheet } from '../sheet.ts'
import { gatewaySays, type Why } from './outcomes.ts'
import type { Payment } from './payments.ts'
import { type Language, money, type Words } from './words.ts'

// What the payer sees.

export type Seen = { nonce: string; root: string; language: Language; words: Words; now: Date }
/** What was typed, and what is wrong with it by field. */
export type Typed = { values: Record<string, string>; wrong: Record<string, string> }

const at = ({ root }: Seen, { access_code }: Payment, more = '') => `${root}/checkout/${access_code}${more}`
const cancelOf = ({ metadata }: Payment) => {
  const address = (metadata as { cancel_action?: unknown } | null)?.cancel_action
  return typeof address === 'string' ? address : null
}
/** An address that a browser may be sent to. */
export const safe = (address: string | null) =>
  address && /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '') ? address : undefined
export const cancelled = (payment: Payment) => safe(cancelOf(payment))

/** The page on which the payer chooses how to pay. */
export function checkoutPage(seen: Seen, payment: Payment, typed: Typed = { values: {}, wrong: {} }): Response {
  const { words, language, nonce } = seen
  const amount = money(payment.amount)
  const why = payment.status === 'failed' && whyOf(payment.gateway_response)
  const hasFaults = Object.keys(typed.wrong).length > 0
  const body = html`<div class="checkout">
    <h1>${amount}</h1>
    ${factsOf(seen, payment)}
    <form class="sheet pay" method="post" action="${at(seen, payment)}" data-busy="${words.paying}" novalidate>
      ${
        why && !hasFaults
          ? html`<div class="alert" role="alert"><p>${words.notPaid}</p><p>${words.why[why]} ${words.again}</p></div>`
          : ''
      }
      ${fieldsOf(seen, payment, typed)}
      <div class="deeds">
        <button>${words.pay(amount)}</button>
        <button class="plain" formaction="${at(seen, payment, '/cancel')}">${words.cancel}</button>
      </div>
    </form>
    ${testValues(words)}
  </div>`
  return sheet({
    nonce,
    language,
    title: words.pay(amount),
    band: words.sandbox,
    aside: words.aside,
    body,
    script,
    status: hasFaults ? 422 : 200,
    leadsTo: [payment.callback_url, cancelOf(payment)],
  })
}

const whyOf = (said: string) =>
  (Object.keys(gatewaySays) as (Why | 'success')[]).find((why) => why !== 'success' && gatewaySays[why] === said) as
    | Why
    | undefined

const factsOf = ({ words }: Seen, { label, email }: Payment) => html`<dl class="facts quiet">
  <dt>${words.to}</dt><dd>Harambee</dd>
  <dt>${label ? words.for : words.from}</dt><dd>${label ?? email}</dd>
</dl>`

/** How to pay, and what that needs. Where scripts run, the choice becomes tabs. */
function fieldsOf({ words }: Seen, payment: Payment, { values, wrong }: Typed): Html {
  const chosen = values.channel ?? payment.channel ?? payment.offered ?? 'mobile_money'
  const choice = (value: string, label: string) =>
    html`<label><input type="radio" name="channel" value="${value}" ${chosen === value ? html`checked` : ''}> ${label}</label>`
  const field = (name: string, label: string, help: string, more: Html) => html`<p class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${values[name] ?? ''}" ${more} ${
      wrong[name] ? html`aria-invalid="true" autofocus` : ''
    } ${help || wrong[name] ? html`aria-describedby="${name}-says"` : ''}>
    ${
      wrong[name]
        ? html`<span class="wrong" id="${name}-says">${wrong[name]}</span>`
        : help && html`<small id="${name}-says">${help}</small>`
    }
  </p>`
  const digits = html`inputmode="numeric" autocomplete="off" spellcheck="false"`
  return html`
    <fieldset><legend>${words.how}</legend><div class="choice">
      ${choice('mobile_money', words.mobile)} ${choice('card', words.card)} ${choice('bank_transfer', words.bank)}
    </div></fieldset>
    <div class="panel mobile_money" id="panel-mobile_money">
      ${field('phone', words.phone, words.phoneHelp, html`type="tel" inputmode="tel" placeholder="0710 000 000" autocomplete="off"`)}
    </div>
    <div class="panel card" id="panel-card">
      ${field('number', words.number, words.neverReal, html`${digits} placeholder="4084 0840 8408 4081"`)}
      <div class="two">
        ${field('expiry', words.expiry, words.expiryHelp, html`${digits} placeholder="12/30"`)}
        ${field('cvv', words.cvv, '', html`${digits} placeholder="408" maxlength="4"`)}
      </div>
    </div>
    <div class="panel bank_transfer hint" id="panel-bank_transfer">${words.bankHelp}</div>`
}

/** What can be typed here, and what it leads to. Where scripts run, a button fills it in. */
function testValues(words: Words): Html {
  const row = (fills: string, value: string, says: string) =>
    html`<li><div><code>${value}</code><span>${says}</span></div><button type="button" hidden data-fills="${fills}" data-value="${value}" aria-label="${words.use} ${value}">${words.use}</button></li>`
  return html`<details class="sheet test"><summary>${words.test}</summary>
    <h2>${words.testPhones}</h2>
    <ul>${Object.entries(words.phones).map(([last, says]) => row('phone', `0710 000 00${last}`, says))}</ul>
    <h2>${words.testCards}</h2>
    <ul>${Object.entries(words.cards).map(([number, says]) => row('number', number, says))}</ul>
    <p class="hint">${words.anyOther}</p>
  </details>`
}

/** A payer who has to do something on the phone. The page asks by itself what became of it. */
export function waitingPage(seen: Seen, payment: Payment): Response {
  const { words, language, nonce, now } = seen
  const left = Math.max(1, Math.ceil(((payment.waits_until ?? now).getTime() - now.getTime()) / 1000))
  const body = html`<div class="checkout"><div class="sheet wait">
    <div class="phone" aria-hidden="true"></div>
    <h1>${words.waiting}</h1>
    <p role="status">${words.waitingHelp(money(payment.amount))}</p>
    <p class="quiet" id="left" data-left="${String(left)}" data-says="${words.left('#')}">${words.left(left)}</p>
    <form method="post" action="${at(seen, payment, '/cancel')}"><button class="plain">${words.cancel}</button></form>
  </div></div>`
  return sheet({
    nonce,
    language,
    title: words.waiting,
    band: words.sandbox,
    aside: words.aside,
    body,
    script: ask,
    again: 3,
    leadsTo: [payment.callback_url, cancelOf(payment)],
  })
}

/** Says how it ended, and leads back. */
export function endPage(seen: Seen, says: { title: string; help: string; status?: number; back?: string | undefined }) {
  const { words, language, nonce } = seen
  const body = html`<div class="checkout"><div class="sheet">
    <h1>${says.title}</h1><p>${says.help}</p>
    ${says.back ? html`<a class="button" href="${says.back}">${words.back}</a>` : ''}
  </div></div>`
  const { title, status = 200 } = says
  return sheet({ nonce, language, title, band: words.sandbox, aside: words.aside, status, body })
}

/** Each way to pay is a tab; the radio it was goes on carrying the choice, unseen. */
const tabs = `
const list = document.querySelector('.choice'), ways = [...list.querySelectorAll('input')], set = list.closest('fieldset')
const tabOf = (way) => by('tab-' + way.value)
function show() {
  for (const way of ways) {
    tabOf(way).setAttribute('aria-selected', way.checked)
    tabOf(way).tabIndex = way.checked ? 0 : -1
  }
}
function choose(value) { ways.find((way) => way.value === value).checked = true; show() }
list.setAttribute('role', 'tablist')
list.setAttribute('aria-label', set.querySelector('legend').textContent)
set.setAttribute('role', 'presentation')
set.querySelector('legend').setAttribute('aria-hidden', 'true')
for (const way of ways) {
  const tab = document.createElement('button'), panel = by('panel-' + way.value)
  Object.assign(tab, { type: 'button', id: 'tab-' + way.value, textContent: way.parentElement.textContent.trim() })
  tab.setAttribute('role', 'tab')
  tab.setAttribute('aria-controls', panel.id)
  tab.addEventListener('click', () => choose(way.value))
  panel.setAttribute('role', 'tabpanel')
  panel.setAttribute('aria-labelledby', tab.id)
  if (!panel.querySelector('input')) panel.tabIndex = 0
  way.hidden = true
  way.parentElement.replaceWith(tab)
  set.append(way)
}
list.addEventListener('keydown', (event) => {
  const at = ways.findIndex((way) => way.checked), last = ways.length - 1
  const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key]
  if (to === undefined) return
  event.preventDefault()
  choose(ways[to].value)
  tabOf(ways[to]).focus()
})
show()`

/**
 * The ways to pay become tabs, whose choice the form goes on carrying. One press is enough; values can be taken from the
 * list; a card's number is in groups of four.
 */
const script = `
const form = document.querySelector('form'), by = (id) => document.getElementById(id)
${tabs}
form.addEventListener('submit', (event) => {
  if (form.dataset.sent) return event.preventDefault()
  form.dataset.sent = 'yes'
  const button = event.submitter
  if (button && !button.formAction.endsWith('/cancel')) { button.dataset.says = button.textContent; button.textContent = form.dataset.busy; button.setAttribute('aria-disabled', 'true') }
})
addEventListener('pageshow', () => { show(); delete form.dataset.sent; for (const button of form.querySelectorAll('[data-says]')) { button.textContent = button.dataset.says; button.removeAttribute('aria-disabled') } })
by('number').addEventListener('change', ({ target }) => { target.value = target.value.replace(/\\D/g, '').replace(/(.{4})(?=.)/g, '$1 ').slice(0, 23) })
for (const button of document.querySelectorAll('[data-fills]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    const { fills, value } = button.dataset
    choose(fills === 'phone' ? 'mobile_money' : 'card')
    by(fills).value = value
    if (fills === 'number') { by('expiry').value ||= '12/30'; by('cvv').value ||= '408' }
    by(fills).focus()
  })
}`

const ask = `
const left = document.getElementById('left'), until = Date.now() + left.dataset.left * 1000
setInterval(() => { left.textContent = left.dataset.says.replace('#', Math.max(0, Math.ceil((until - Date.now()) / 1000))) }, 1000)
const asks = async () => {
  const answer = await fetch(location.pathname + '?state', { cache: 'no-store' }).then((answer) => answer.json()).catch(() => null)
  if (answer && answer.status !== 'ongoing') location.replace(location.pathname)
  else setTimeout(asks, 1000)
}
setTimeout(asks, 1000)`
