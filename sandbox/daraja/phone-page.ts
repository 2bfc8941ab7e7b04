import { type Html, html, sandboxWays, withLinks } from '../page.ts'
import { sheet } from '../sheet.ts'
import type { SmsRow } from '../sms.ts'
import type { Transaction } from './money.ts'
import type { Prompt } from './paying.ts'
import { ksh, type Phone } from './phones.ts'
import { outcomeOf, testNumbers } from './test-numbers.ts'
import type { Scene } from './world.ts'

// What the person with a pretend phone sees.

export type Seen = { scene: Scene; nonce: string }
export type Shown = {
  phone: Phone
  waiting: Prompt | undefined
  past: Prompt[]
  /** Payments of this phone that can be reversed. */
  payments: Transaction[]
  texts: SmsRow[]
  /** What the page was made of, so that it can ask whether it is still so. */
  mark: string
  /** What was wrong with the last press. */
  wrong: string
}

/** 0712 345 678, as people in Kenya write 254712345678. */
export const written = (number: string) => `0${number.slice(3, 6)} ${number.slice(6, 9)} ${number.slice(9)}`

const clock = new Intl.DateTimeFormat('en-KE', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Africa/Nairobi' })
const when = (at: Date) => html`<time datetime="${at.toISOString()}">${clock.format(at)}</time>`
export const addressOf = ({ scene }: Seen, number: string, more = '') => `${scene.world.phones}/${number}${more}`

/** The phone: what waits on it, what it got, and what it can do. */
export function phonePage(seen: Seen, shown: Shown): Response {
  const { phone, waiting, mark } = shown
  const body = html`<div class="checkout" data-mark="${mark}">
    <h1>${written(phone.number)}</h1>
    <p class="quiet">M-PESA balance ${ksh(phone.balance)}. This phone is ${phone.is_on ? 'on' : 'switched off'}.</p>
    ${waiting ? promptOf(seen, shown, waiting) : idle(shown)}
    ${messages(shown)}
    ${past(shown)}
    ${payments(seen, shown)}
    ${menu(seen, phone)}
    ${sandboxWays('phone')}
  </div>`
  return framed(seen, { title: written(phone.number), body, script, ...(waiting ? {} : { again: 4 }) })
}

type Framed = { title: string; body: Html; status?: number; script?: string; again?: number }
/** With what is around every page of a phone. */
export const framed = ({ nonce }: Seen, page: Framed) =>
  sheet({ nonce, band: 'Sandbox: no real money', aside: 'A pretend phone.', style, ...page })

function promptOf(seen: Seen, { phone, wrong }: Shown, prompt: Prompt): Html {
  const { world, now } = seen.scene
  const left = Math.max(1, Math.ceil((prompt.expires_at.getTime() - now.getTime()) / 1000))
  if (!phone.is_on)
    return html`<section class="sheet wait" aria-labelledby="asked">
      <h2 id="asked">This phone is switched off</h2>
      <p>A request to pay ${ksh(prompt.amount)} can’t reach it. <span data-left="${left}">It is given up in ${left} seconds.</span></p>
    </section>`
  const plan = testNumbers.find(({ number }) => number === phone.number)
  return html`<section class="sheet" aria-labelledby="asked">
    <h2 id="asked">Do you want to pay ${ksh(prompt.amount)} to ${world.name}?</h2>
    <dl class="facts">
      <dt>${prompt.way === 'till' ? 'Till' : 'Paybill'}</dt><dd>${prompt.party}</dd>
      ${prompt.way === 'till' ? '' : html`<dt>Account</dt><dd>${prompt.account}</dd>`}
      <dt>Amount</dt><dd>${ksh(prompt.amount)}</dd>
    </dl>
    <form class="pay" method="post" action="${addressOf(seen, phone.number)}">
      ${pinField(wrong)}
      <div class="deeds">
        <button name="press" value="send">Send</button>
        <button name="press" value="cancel" class="plain" formnovalidate>Cancel</button>
        <button name="press" value="run-out" class="plain" formnovalidate>Let it run out</button>
      </div>
    </form>
    <p class="hint" data-left="${left}">This request waits ${left} more seconds.</p>
    ${plan ? html`<p class="hint">By itself, this test number: ${plan.says}.</p>` : ''}
  </section>`
}

/** Where the PIN is typed. */
export const pinField = (wrong: string, isFirst = true) => html`<p class="field">
  <label for="pin">M-PESA PIN</label>
  <input id="pin" name="pin" class="pin" inputmode="numeric" autocomplete="off" spellcheck="false" required pattern="[0-9]{4}" maxlength="4"
    title="Four digits" aria-describedby="pin-says" ${isFirst ? html`autofocus` : ''} ${wrong ? html`aria-invalid="true"` : ''}>
  ${wrong ? html`<span class="wrong" id="pin-says">${wrong}</span>` : html`<small id="pin-says">1234 is right. Any other four digits are a wrong PIN.</small>`}
</p>`

function idle({ past, phone, wrong }: Shown): Html {
  const [last] = past
  const says = last && outcomeOf(last.code!)
  return html`<section class="sheet" aria-labelledby="nothing">
    <h2 id="nothing">Nothing waits here</h2>
    ${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : ''}
    ${says ? html`<p role="status"><b>${says}:</b> ${ksh(last.amount)}${last.receipt ? ` by ${last.receipt}` : ''}, ${when(last.ended_at!)}</p>` : ''}
    <p class="hint">${
      phone.is_on
        ? 'A request to pay appears by itself. Give on Harambee with this number.'
        : 'No request reaches a phone that is off.'
    }</p>
  </section>`
}

function messages({ texts }: Shown): Html {
  return html`<section aria-labelledby="texts"><h2 id="texts">Messages</h2>
    ${
      texts.length === 0
        ? html`<p class="empty">No messages yet.</p>`
        : html`<ul class="things">${texts.map(
            ({ sender, text, sent_at }) =>
              html`<li><p><b>${sender}</b> <span class="about">${when(sent_at)}</span></p><p class="text">${withLinks(text)}</p></li>`,
          )}</ul>`
    }</section>`
}

function past({ past }: Shown): Html | string {
  if (past.length === 0) return ''
  return html`<section aria-labelledby="past"><h2 id="past">Requests so far</h2>
    <ul class="things">${past.map(
      (
        one,
      ) => html`<li><p><b class="amount">${ksh(one.amount)}</b> <span class="state ${one.code === 0 ? 'success' : 'failed'}">${outcomeOf(one.code!)}</span></p>
        <p class="about"><span>${one.account}</span> ${when(one.created_at)}</p></li>`,
    )}</ul></section>`
}

function payments(seen: Seen, { phone, payments }: Shown): Html | string {
  if (payments.length === 0) return ''
  return html`<section aria-labelledby="payments"><h2 id="payments">Call Safaricom about a payment</h2>
    <form method="post" action="${addressOf(seen, phone.number)}"><ul class="things">${payments.map(
      ({ receipt, amount, account, at }) => html`<li><p><b class="amount">${ksh(amount)}</b> ${receipt}</p>
        <p class="about"><span>${account ?? ''}</span> ${when(at)}</p>
        <div class="deeds"><button name="reverse" value="${receipt}" class="plain" aria-label="Reverse ${receipt}">Reverse</button></div></li>`,
    )}</ul></form></section>`
}

function menu(seen: Seen, { number, is_on }: Phone): Html {
  return html`<section aria-labelledby="menu"><h2 id="menu">This phone</h2>
    <form class="deeds" method="post" action="${addressOf(seen, number)}">
      ${is_on ? html`<a class="button" href="${addressOf(seen, number, '/pay')}">Lipa na M-PESA</a>` : ''}
      <button name="press" value="${is_on ? 'off' : 'on'}" class="plain">Switch the phone ${is_on ? 'off' : 'on'}</button>
      <button name="press" value="top-up" class="plain">Add KES 50,000 to the balance</button>
    </form></section>`
}

type Index = { phones: Phone[]; typed: string; wrong: string; status?: number }

/** Which phone: a field, those that were used lately, and those that act by themselves. */
export function phonesPage(seen: Seen, { phones, typed, wrong, status = 200 }: Index): Response {
  const { phones: root } = seen.scene.world
  const body = html`<div class="checkout">
    <h1>Pretend phones</h1>
    <p class="quiet">Requests to pay by M-PESA arrive here, and so do messages. No real phone is called.</p>
    <form class="sheet pay" action="${root}">
      <p class="field">
        <label for="number">Phone number</label>
        <input id="number" name="number" type="tel" inputmode="tel" value="${typed}" placeholder="0712 345 678" autocomplete="off" required
          aria-describedby="number-says" ${wrong ? html`aria-invalid="true" autofocus` : ''}>
        ${wrong ? html`<span class="wrong" id="number-says">${wrong}</span>` : html`<small id="number-says">Any Kenyan mobile number.</small>`}
      </p>
      <div class="deeds"><button>Open this phone</button></div>
    </form>
    ${
      phones.length === 0
        ? ''
        : html`<section aria-labelledby="lately"><h2 id="lately">Used lately</h2><ul class="things numbers">${phones.map(
            ({ number, balance, is_on }) =>
              html`<li><a href="${root}/${number}">${written(number)}</a> <span class="about">${ksh(balance)}${is_on ? '' : ', switched off'}</span></li>`,
          )}</ul></section>`
    }
    <section aria-labelledby="alone"><h2 id="alone">Numbers that act by themselves</h2>
      <ul class="things numbers">${testNumbers.map(
        ({ number, says }) =>
          html`<li><a href="${root}/${number}">${written(number)}</a> <span class="about">${says}</span></li>`,
      )}</ul></section>
    ${sandboxWays('phone')}
  </div>`
  return framed(seen, { title: 'Pretend phones', body, status })
}

const style = `
.pin { -webkit-text-security: disc; letter-spacing: .3em; font-size: 22px; min-height: 56px }
.deeds button, .deeds a.button { min-height: 52px } h1 + form.sheet { margin-top: 16px } .provider h2 { margin-top: 0 } section { margin: 0 0 28px } section.sheet { padding: 20px }
.facts { margin: 0 0 16px } .facts dd { font-weight: 600; font-variant-numeric: tabular-nums } section > .hint:last-child { margin: 16px 0 0 } form ~ .hint { margin: 12px 0 0 }
.things .text { display: block; margin-top: 4px; overflow-wrap: anywhere } .empty { margin: 0; padding: 24px }
.numbers li { display: flex; gap: 0 16px; align-items: center; justify-content: space-between; padding: 4px 20px } .numbers .about { text-align: right; min-width: 0 } .numbers a { display: inline-flex; align-items: center; min-height: 44px; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap }
`

/** Counts down, and loads the page again when something has changed, but never while it is only waiting for a PIN. */
const script = `
const box = document.querySelector('[data-mark]'), left = document.querySelector('[data-left]'), until = Date.now() + (left ? left.dataset.left * 1000 : 0)
if (left) setInterval(() => { left.textContent = left.textContent.replace(/\\d+/, Math.max(0, Math.ceil((until - Date.now()) / 1000))) }, 1000)
const asks = async () => {
  const answer = document.hidden ? null : await fetch(location.pathname + '?state', { cache: 'no-store' }).then((answer) => answer.json()).catch(() => null)
  if (answer && answer.mark !== box.dataset.mark) location.replace(location.pathname)
  else setTimeout(asks, 1500)
}
setTimeout(asks, 1500)`
