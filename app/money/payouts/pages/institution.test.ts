import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { answerLink, nameBeneficiary, tokenOfBeneficiary } from '#app/drives/beneficiary/beneficiary.server.tsx'
import { confirmNumber } from '#app/money/institutions/admin/institutions-list.server.ts'
import { addInstitution } from '#app/money/institutions/institutions.server.ts'
import { revealNumber } from '#app/money/payouts/admin/payout.server.ts'
import { completePayout } from '#app/money/payouts/complete.server.ts'
import { sendTransfer } from '#app/money/payouts/send.server.ts'
import { fieldOf } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, somePerson } from '#test/make.ts'
import { booksMustHold, fundedDrive } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { allRows, oneRow } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'

// How an owner without a script asks for an institution and sends money there, what visitors and the office then read, and what a no does
// to money that is on its way.

const db = await testDatabase()
booksMustHold(() => db)
const { get, walks } = plainBrowser()
const [one, two] = [await newAdmin(), await newAdmin()]
const why = 'From its bill; Mrs Auma at 020 272 6300'

async function owned() {
  const owner = await somePerson(db)
  const drive = await fundedDrive(db, [1_000_000], 'phone', owner.id)
  return { owner, drive, browser: walks({ cookie: await cookieOf(owner) }), base: `/fund-drive/${drive.slug}/payouts` }
}

test('an owner asks for an institution that is not in the list: it is one letter to the office, and what is wrong stands at its field [T1674]', async () => {
  const { owner, drive, browser, base } = await owned()
  await browser.open(`${base}/withdraw`)
  await browser.follow('It is not in the list: ask us to confirm it')
  expect(browser.path).toBe(`${base}/institution`)
  await browser.press('Ask', { name: 'K', where: '' })
  expect(browser.page.words).toContain('Please write its name in 2 to 100 letters')
  expect(browser.page.words).toContain('Please write where we find its number, for example on which bill')
  expect(fieldOf(browser.page.text, 'name')).toEqual({ value: 'K', isWrong: true })
  const letters = () => allRows('support_messages', { email: owner.email })
  expect(await letters()).toEqual([])
  const typed = { name: 'Kijani Hospital', where: 'Kisumu, its bill of May' }
  await browser.press('Ask', typed)
  expect(browser.page.words).toContain('We call the institution back, and write to you when it is in the list.')
  browser.back()
  await browser.press('Ask', typed)
  expect(await letters()).toMatchObject([
    {
      reason: 'question',
      holds: false,
      message: `New institution: Kijani Hospital\nKisumu, its bill of May\n/admin/fund-drives/${drive.slug}`,
    },
  ])
})

test('an owner picks an institution and types the number there; visitors read whose number we confirmed, the office the whole of it [T1675]', async () => {
  const { owner, drive, browser, base } = await owned()
  const name = `Kijani Hospital ${randomUUID().slice(0, 8)}`
  const id = await addInstitution(db, { name, kind: 'hospital', number: { paybill: '522522' }, source: why }, one)
  await browser.open(`${base}/withdraw`)
  expect(browser.page.text).not.toContain(`value="${id}"`)
  await confirmNumber(db, id, { by: two, why })
  await browser.open(`${base}/withdraw`)
  const typed = { amount: '1000', method: 'institution', institution: id, patient_number: 'ip 4711' }
  await browser.press('Withdraw Continue', typed)
  expect(browser.page.words).toContain('You receive KES 950')
  await browser.press('Withdraw KES 1,000', { password: 'not mine' })
  expect(browser.page.words).toContain('This is not your password.')
  await browser.press('Withdraw KES 1,000', { password: owner.password })
  expect(browser.page.words).toContain('Withdrawal request submitted successfully')
  const request = await oneRow('payout_requests', { fund_drive_id: drive.id })
  expect(request).toMatchObject({ amount: 100_000, destination: { institution: id, account: 'IP 4711' } })
  expect(await revealNumber(db, request.id, one)).toEqual({ number: 'Paybill 522522, IP 4711', name })
  const { words } = await get(`/fundraiser/${drive.slug}`)
  expect(words).toMatch(new RegExp(`Money goes to ${name}, whose number we confirmed on \\d+ \\w+ \\d{4}\\.`))
  for (const secret of ['522522', '4711']) expect(words.replaceAll(name, '')).not.toContain(secret)
})

test('a no that comes after Complete keeps back what the provider was not asked to send [T1676]', async () => {
  const { asked } = scriptedProvider()
  const { drive } = await owned()
  const { id } = await drive.ask(100_000)
  const contact = { email: `${randomUUID()}@example.org`, phone: null }
  await nameBeneficiary(db, drive.id, { name: 'Achieng', relation: 'My mother', contact, language: 'en' })
  await completePayout(db, id, { by: one.id })
  const { link_key: key } = await oneRow('beneficiaries', { fund_drive_id: drive.id })
  await answerLink(db, tokenOfBeneficiary(key), { answer: 'no', showsName: false, by: undefined })
  const [attempt] = await allRows('payout_attempts', { payout_id: id })
  await sendTransfer(db, { attemptId: attempt!.id })
  expect([asked.transfer, (await oneRow('payout_requests', { id })).status]).toEqual([0, 'processing'])
  await expect(completePayout(db, id, { by: one.id })).rejects.toMatchObject({ status: 409 })
})
