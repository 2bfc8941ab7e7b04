import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { house } from './visitor.ts'

/** A gift by phone, given and paid as browsers without a script do, and looked up until it has come in. */
export async function gift(slug: string, shillings: number, url = house()): Promise<void> {
  const headers = { origin: url, 'x-forwarded-for': `10.9.${randomInt(256)}.${randomInt(1, 255)}` }
  const send = (to: string, fields: Record<string, string>) =>
    fetch(to, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) })
  const giver = { name: 'Amina Yusuf', email: 'amina@example.org', key: randomUUID() }
  const begun = await send(`${url}/fundraiser/${slug}/donate`, { ...giver, amount: String(shillings) })
  const checkout = begun.headers.get('location')
  if (!checkout) throw new Error(`nothing was begun: ${begun.status} ${await begun.text()}`)
  const paid = await send(checkout, wayFor(shillings))
  const back = paid.headers.get('location') ?? ''
  for (let tries = 0; tries < 60; tries++) {
    const page = await (await fetch(new URL(back, url), { headers })).text()
    if (page.includes('Payment Successful!')) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`the gift did not come in: ${back}`)
}

/** M-Pesa takes up to KES 250,000 at once; more goes by card. */
export const wayFor = (shillings: number): Record<string, string> =>
  shillings > 250_000
    ? { channel: 'card', number: '4084084084084081' }
    : { channel: 'mobile_money', phone: '0710 000 000' }

/** Chooses a way to pay at the provider: a tab, or without a script a radio button. */
export const wayToPay = (page: Page, name: 'M-Pesa' | 'Card' | 'Bank') =>
  page.getByRole('tab', { name }).or(page.getByRole('radio', { name })).click()
