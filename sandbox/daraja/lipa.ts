import { html } from '../page.ts'
import { seeOther } from '../sheet.ts'
import { payByHand, typedPayment } from './paybill.ts'
import { addressOf, framed, pinField, type Seen, written } from './phone-page.ts'

// Lipa na M-PESA: the menu by which a person pays without being asked.

/** The menu, or what was typed into it. */
export async function lipa(seen: Seen, phone: string, form: FormData | undefined): Promise<Response> {
  if (!form) return menu(seen, phone, {}, {})
  const values = Object.fromEntries(
    ['way', 'number', 'account', 'amount'].map((name) => [name, String(form.get(name) ?? '').slice(0, 40)]),
  )
  const payment = typedPayment((name) => form.get(name))
  if (typeof payment === 'string') return menu(seen, phone, values, { [payment]: wrongs[payment]! })
  const done = await payByHand(seen.scene, phone, payment)
  if ('receipt' in done) return seeOther(addressOf(seen, phone))
  return menu(seen, phone, values, whys[done.why])
}

const wrongs: Record<string, string> = {
  number: 'Enter 5 to 7 digits',
  account: 'Enter an account of 20 signs at most',
  amount: 'Enter whole shillings from 1 to 250,000',
  pin: 'Enter the four digits of the PIN',
}
const whys = {
  pin: { pin: 'This PIN is wrong. Nothing was sent.' },
  nobody: { number: 'There is no business with this number.' },
  short: { amount: 'There is not enough money on this phone.' },
  refused: { account: 'The business does not take this payment. Nothing was sent.' },
  off: { pin: 'This phone is switched off.' },
}

function menu(seen: Seen, phone: string, values: Record<string, string>, wrong: Record<string, string>): Response {
  const { shortcode } = seen.scene.world.keys()
  const isTill = values.way === 'till'
  const choice = (value: string, label: string, chosen: boolean) =>
    html`<label><input type="radio" name="way" value="${value}" ${chosen ? html`checked` : ''}> ${label}</label>`
  const field = (name: string, label: string, help: string, most: number) => html`<p class="field ${name}">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${values[name] ?? ''}" maxlength="${most}" autocomplete="off" spellcheck="false" ${
      name === 'account' ? '' : html`inputmode="numeric"`
    } aria-describedby="${name}-says" ${wrong[name] ? html`aria-invalid="true" autofocus` : ''}>
    ${wrong[name] ? html`<span class="wrong" id="${name}-says" role="alert">${wrong[name]}</span>` : html`<small id="${name}-says">${help}</small>`}
  </p>`
  const body = html`<div class="checkout">
    <p><a href="${addressOf(seen, phone)}">Back to ${written(phone)}</a></p>
    <h1>Lipa na M-PESA</h1>
    <form class="sheet pay" method="post" action="${addressOf(seen, phone, '/pay')}">
      <fieldset><legend>Pay by</legend><div class="choice">
        ${choice('paybill', 'Pay Bill', !isTill)} ${choice('till', 'Buy Goods', isTill)}
      </div></fieldset>
      ${field('number', 'Business or till number', `Harambee is ${shortcode}.`, 12)}
      ${field('account', 'Account', 'For Pay Bill: what the business told you to write.', 40)}
      ${field('amount', 'Amount', 'Whole shillings.', 12)}
      ${pinField(wrong.pin ?? '', Boolean(wrong.pin))}
      <div class="deeds"><button>Send</button></div>
    </form>
  </div>`
  return framed(seen, { title: 'Lipa na M-PESA', body, status: Object.keys(wrong).length > 0 ? 422 : 200 })
}
