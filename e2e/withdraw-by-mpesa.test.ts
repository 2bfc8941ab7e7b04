import { afterAll, beforeAll, expect, test } from 'vitest'
import { controlOf, office } from './admin.ts'
import { ask } from './database.ts'
import { openDrive } from './drive.ts'
import { gift } from './gift.ts'
import { anyPhone } from './own-digits.ts'
import { signedIn } from './session.ts'
import { shotsOf } from './shots.ts'
import { scripted, visitor } from './visitor.ts'
import { type House, openHouse } from './whole.ts'

// What M-Pesa sends for us, a withdrawal and a part of a gift, from the form to the message on the phone, on a narrow screen:
// in a house of its own, where the pretend M-Pesa sends. With SHOTS=folder each step leaves a picture there.

let house: House
beforeAll(async () => {
  house = await openHouse({ DARAJA_B2C_SHORTCODE: '600997' })
}, 180_000)
afterAll(async () => void (await house.stop()))

const statusOf = async () =>
  (await ask(house, 'select status from payout_requests order by id desc limit 1'))[0]!.status

test('an owner withdraws to M-Pesa, an administrator completes it, and the phone gets M-Pesa’s message', {
  timeout: 180_000,
}, async () => {
  const wishes = { url: house.url, width: 360 }
  await controlOf('daraja', () => house.url)('top-up', { cents: 10_000_000 })
  const owner = await signedIn(wishes)
  const slug = await openDrive(owner.page)
  await gift(slug, 5000, house.url)
  const { page } = owner
  const number = anyPhone()
  const shot = shotsOf(page, 'withdraws')
  await page.goto(`/fund-drive/${slug}/payouts/withdraw`)
  await scripted(page)
  await page.getByLabel('Amount (KES)').fill('1,000')
  await page.getByLabel('Phone Number').fill(number)
  await page.getByLabel('Mobile Operator').selectOption('M-Pesa')
  await page.getByLabel('Password', { exact: true }).fill(owner.who.password)
  await shot('form')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw KES 1,000' }).click()
  await page.getByText('Withdrawal request submitted successfully').first().waitFor()
  await shot('asked')
  const [{ id }] = (await ask(house, 'select max(id) as id from payout_requests')) as [{ id: number }]
  const seen = await office(`/admin/payouts/${id}/complete`, wishes)
  const shotOfAdmin = shotsOf(seen.page, 'completes')
  await shotOfAdmin('complete')
  await seen.page.getByRole('dialog').getByRole('button', { name: 'Complete', exact: true }).click()
  await seen.page
    .getByText('Request completed successfully')
    .or(seen.page.getByText('Request approved successfully'))
    .first()
    .waitFor()
  // M-Pesa is asked first how much there is to send from, and tells afterwards what became of it.
  await expect.poll(statusOf, { timeout: 60_000 }).toBe('completed')
  await seen.page.goto(`/admin/payouts/${id}`)
  await scripted(seen.page)
  await shotOfAdmin('completed')
  const [attempt] = await ask(
    house,
    'select provider, provider_code as code from payout_attempts order by id desc limit 1',
  )
  expect(attempt!.provider).toBe('mpesa')
  await page.goto(`/fund-drive/${slug}/payouts`)
  await page.getByRole('table', { name: 'Payouts' }).getByText('Completed').first().waitFor()
  await shot('payouts')
  const phone = await owner.context.newPage()
  await phone.goto(`${house.url}/sandbox/phone/${number}`)
  await phone.getByText(`${attempt!.code} Confirmed. You have received Ksh950.00`).first().waitFor()
  expect([...owner.faults, ...seen.faults]).toEqual([])
})

test('a part of a gift by phone is sent back to the phone that paid, and no more than that part', {
  tags: ['night'],
  timeout: 180_000,
}, async () => {
  const wishes = { url: house.url, width: 360 }
  await controlOf('daraja', () => house.url)('top-up', { cents: 10_000_000 })
  const owner = await signedIn(wishes)
  const slug = await openDrive(owner.page)
  const [drive] = await ask(house, 'select id from fund_drives where slug = $1', [slug])
  const number = anyPhone()
  const giver = await givenByPhone(`/fundraiser/${slug}/donate`, number, wishes)
  const { page, faults } = await office(`/admin/donations?drive=${drive!.id}`, wishes)
  const shot = shotsOf(page, 'part')
  await page.getByRole('row').filter({ hasText: 'KSH 1,000' }).getByRole('link').first().click()
  await page.waitForURL(/donations\/\d+$/)
  await page.getByRole('link', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the donation' })
  await dialog.getByLabel('Amount to refund (KSH)').fill('400')
  await dialog.getByLabel('Reason').fill('Typed one nought too many')
  await shot('refund')
  // Two presses are one refund.
  await dialog.getByRole('button', { name: 'Refund KSH 400' }).dblclick()
  await page.getByText('KSH 600 of it can be refunded.').waitFor()
  const sent = async () => {
    const rows = await ask(
      house,
      `select r.amount, r.state, s.state as order from reversals r join donations d on d.payment_id = r.payment_id
           left join refund_sends s on s.reversal_id = r.id where d.fund_drive_id = $1`,
      [drive!.id],
    )
    return rows.map(({ amount, state, order }) => `${amount} ${state} ${order}`)
  }
  await expect.poll(sent, { timeout: 60_000 }).toEqual(['40000 done done'])
  await page.reload()
  await shot('refunded')
  await giver.page.goto(`/sandbox/phone/${number}`)
  const received = giver.page.getByText('Confirmed. You have received Ksh400.00')
  await received.first().waitFor()
  await expect.poll(() => received.count()).toBe(1)
  expect([...owner.faults, ...giver.faults, ...faults]).toEqual([])
})

/** KES 1,000, asked for on a phone and paid there with the PIN. */
async function givenByPhone(address: string, number: string, wishes: Parameters<typeof visitor>[0]) {
  const seen = await visitor(wishes)
  await seen.page.goto(address)
  await scripted(seen.page)
  await seen.page.getByLabel('Amount', { exact: true }).fill('1,000')
  await seen.page.getByLabel('M-Pesa number').fill(number)
  await seen.page.getByRole('button', { name: /^Pay .*M-Pesa$/ }).click()
  await seen.page.getByText('Check your phone and enter your M-Pesa PIN. We never ask for it here.').waitFor()
  const phone = await seen.context.newPage()
  await phone.goto(`/sandbox/phone/${number}`)
  await phone.getByLabel('M-PESA PIN').fill('1234')
  await phone.keyboard.press('Enter')
  await phone.getByText('Confirmed. Ksh').first().waitFor()
  await phone.close()
  await seen.page.bringToFront()
  await seen.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor({ timeout: 60_000 })
  return seen
}
