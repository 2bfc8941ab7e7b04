import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page, Response } from 'playwright-core'
import { expect, inject, onTestFinished, test } from 'vitest'
import { photo } from '#test/pictures.ts'
import { type Say, sayIn } from '#test/said.ts'
import { untilAlive } from './acts.ts'
import { office } from './admin.ts'
import { ask } from './database.ts'
import { openDrive } from './drive.ts'
import { gift } from './gift.ts'
import { signedIn } from './session.ts'
import { shotsOf } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, house, mailsTo, scripted, visitor } from './visitor.ts'

// From a gift to the hospital's receipt, on four phones: Wanjiku asks for money, Otieno agrees on the web and Achieng, who has no email, by
// a text. A giver follows it until the receipt, and checks the book on a computer without any of our files. With SHOTS=folder each step
// leaves a picture there.

type Language = 'en' | 'sw'
type Phone = Awaited<ReturnType<typeof phoneOf>>

/** A person's phone, and what is read on it. */
async function phoneOf(language: Language, name: string) {
  const seen = await signedIn({ language, width: 360 })
  await ask(here(), 'update profiles p set full_name = $2 from users u where u.id = p.user_id and u.email = $1', [
    seen.who.email,
    name,
  ])
  return { ...seen, say: sayIn(language) }
}

const here = () => ({ dataDir: inject('dataDir') })

/** A drive of Wanjiku's where Otieno and Achieng have counted for a while, and both must agree. */
async function committee(language: Language) {
  const [wanjiku, otieno, achieng] = [
    await phoneOf(language, 'Wanjiku Njoroge'),
    await phoneOf(language, 'Otieno Odhiambo'),
    await phoneOf(language, 'Achieng Akinyi'),
  ]
  const number = `0711${randomInt(100_000, 1_000_000)}`
  const slug = await openDrive(wanjiku.page, 'Heal Mama Achieng', '200000')
  for (const { who } of [otieno, achieng])
    await ask(
      here(),
      `insert into drive_helpers (fund_drive_id, user_id, invited, role, invited_by, expires_at, accepted_at, signs_since, named)
       select d.id, u.id, 'Otieno', 'treasurer', d.user_id, now(), now(), now() - interval '1 hour', true
       from fund_drives d, users u where d.slug = $1 and u.email = $2`,
      [slug, who.email],
    )
  await ask(
    here(),
    `with gone as (update users set email = null, email_verified = false, language = $3 where email = $1 returning id)
     insert into user_phones (phone, user_id) select $2, id from gone`,
    [achieng.who.email, `+254${number.slice(1)}`, language],
  )
  await wanjiku.page.goto(`/fund-drive/${slug}/settings`)
  await scripted(wanjiku.page)
  const form = wanjiku.page.locator('form[action$="/signatures"]')
  await form.getByText(wanjiku.say('{count} must agree', { count: 2 })).click()
  await form.getByRole('button', { name: wanjiku.say('Save') }).click()
  const must = () => ask(here(), 'select from fund_drives where slug = $1 and signatures = 2', [slug])
  await expect.poll(async () => (await must()).length).toBe(1)
  return { wanjiku, otieno, achieng: { ...achieng, number }, slug }
}

/** Pages behind links of our mails are on no walk: they are looked at where their readers open them, on a phone and on a desk. */
async function looksGood(page: Page) {
  await untilAlive(page)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
  await expectAccessible(page)
}

/** The newest link of this kind in the mails to an address. */
async function linkTo(kind: string, email: string, subject?: RegExp): Promise<string> {
  const mails = await mailsTo(email, subject)
  const found = mails.flatMap(({ text }) => new RegExp(`http\\S+/${kind}/\\S+`).exec(text)?.[0] ?? [])
  return found[0]!
}

/** The one it is for says yes on the page of their link, and visitors read it. */
async function sayYes({ page, say }: Phone, slug: string, language: Language) {
  const email = `mama-${slug}@example.org`
  await page.goto(`/fund-drive/${slug}/beneficiary`)
  await scripted(page)
  await page.getByLabel(say('Name'), { exact: true }).fill('Mama Achieng')
  await page.getByLabel(say('How do you know them?')).fill('My mother')
  await page.getByLabel(say('Their email or phone')).fill(email)
  await page.getByRole('button', { name: say('Save and send the link') }).click()
  const mama = await visitor({ language, width: 360 })
  await mama.page.goto(await linkTo('beneficiary', email))
  await looksGood(mama.page)
  await shotsOf(mama.page, `${language}-mama`)('asked')
  await mama.page.getByLabel(say('My name may be shown')).check()
  await mama.page.getByRole('button', { name: say('Yes, this is for me') }).click()
  await mama.page.getByText(say('You said that this is for you. Thank you.')).waitFor()
  await looksGood(mama.page)
  expect(mama.faults).toEqual([])
}

/** The giver has read enough: one press ends the updates. */
async function unfollow({ page, say, email }: Awaited<ReturnType<typeof follow>>) {
  await page.goto(await linkTo('unfollow', email, /^Heal Mama Achieng: /))
  await looksGood(page)
  await page.getByRole('button', { name: say('Send me no more updates') }).click()
  await page.getByText(say('You get no more updates of this fundraiser.')).waitFor()
}

/** A giver asks to be told how it goes. */
async function follow(language: Language, slug: string) {
  const giver = await visitor({ language, width: 360 })
  const say = sayIn(language)
  const email = `giver-${slug}@example.org`
  await giver.page.goto(`/fundraiser/${slug}/follow`)
  await scripted(giver.page)
  await giver.page.getByLabel(say('Email')).fill(email)
  await giver.page.getByRole('button', { name: say('Tell me how it goes') }).click()
  const [mail] = await mailsTo(email)
  await giver.page.goto(/http\S+\/follow\S+/.exec(mail!.text)![0])
  await looksGood(giver.page)
  await giver.page.getByRole('button', { name: say('Yes, send me the updates') }).click()
  await giver.page.getByText(say('You get the updates of this fundraiser.')).waitFor()
  return { ...giver, say, email }
}

async function askFor76000({ page, say, who }: Phone, slug: string): Promise<number> {
  await page.goto(`/fund-drive/${slug}/payouts/withdraw`)
  await scripted(page)
  await page.getByLabel(say('Amount (KES)')).fill('76000')
  await page.getByLabel(say('What is it for?')).fill('The bill of Kisumu hospital')
  await page.getByLabel(say('Phone Number')).fill('0712 000 099')
  await page.getByLabel(say('Mobile Operator')).selectOption('M-Pesa')
  await page.getByLabel(say('Password')).fill(who.password)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Withdraw|Continue|Toa|Endelea)/ })
    .click()
  await page.getByText(say('Withdrawal request submitted successfully')).first().waitFor()
  const [row] = await ask(
    here(),
    'select o.id from payout_requests o join fund_drives d on d.id = o.fund_drive_id where d.slug = $1',
    [slug],
  )
  return Number(row!.id)
}

async function agree({ page, say }: Phone, link: string) {
  await page.goto(link)
  await scripted(page)
  await page.getByRole('button', { name: say('I agree'), exact: true }).click()
  await page.getByText(say('You have agreed')).first().waitFor()
}

/** Agrees by the form of the pretend phone, with the word and the code of the newest text. */
async function agreeByText({ page, number }: Phone & { number: string }, shot: (name: string) => Promise<void>) {
  // At night a text waits for the morning: this one is sent at once.
  const written = () =>
    ask(here(), 'update sms_outbox set at_night = true where phone = $1 returning id', [`+254${number.slice(1)}`])
  await expect.poll(async () => (await written()).length, { timeout: 20_000 }).toBe(1)
  const [sms] = await written()
  await ask(here(), `select graphile_worker.add_job('send-sms', json_build_object('smsId', $1::bigint))`, [sms!.id])
  const text = page.locator('.sms p').first()
  const come = async () => {
    await page.goto(`/sandbox/sms?to=${number}`)
    return text.count()
  }
  await expect.poll(come, { timeout: 20_000 }).toBe(1)
  const code = /(?<!\d)\d{6}(?!\d)/.exec((await text.textContent())!)![0]
  await shot('text')
  await page.getByLabel('Answer').fill(`NDIO ${code}`)
  await page.getByRole('button', { name: 'Send from this phone' }).click()
  await page.getByText('Sent.', { exact: true }).waitFor()
}

/** The last yes that was needed lets the office send it. */
const goesOn = (payout: number) =>
  expect
    .poll(async () => (await ask(here(), 'select status from payout_requests where id = $1', [payout]))[0]!.status, {
      timeout: 20_000,
    })
    .toBe('processing')

const linkIn = async (email: string) => {
  const mail = (await mailsTo(email)).find(({ text }) => /\/payouts\/\d+/.test(text))
  return /http\S+\/payouts\/\d+/.exec(mail!.text)![0]
}

/** The administrator sends it, once nobody is missing. */
async function complete(payout: number) {
  const { page } = await office('/admin/withdrawal-requests')
  await page
    .getByRole('row')
    .filter({ hasText: `Request ${payout}` })
    .getByRole('button', { name: 'Complete' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete', exact: true }).click()
  await page
    .getByText(/Request (completed|approved) successfully/)
    .first()
    .waitFor()
  const isSent = () =>
    ask(here(), `select status from payout_requests where id = $1 and status = 'completed'`, [payout])
  await expect.poll(async () => (await isSent()).length, { timeout: 30_000 }).toBe(1)
}

async function showReceipt({ page, say }: Phone, slug: string, payout: number, shot: (name: string) => Promise<void>) {
  await page.goto(`/fund-drive/${slug}/money/${payout}`)
  await scripted(page)
  await page.getByLabel(say('Amount (KES)')).fill('61400')
  await page.getByLabel(say('Paid to')).fill('Kisumu hospital')
  await page.getByLabel(say('What was bought')).fill('An operation')
  await page.getByLabel(say('Photo of the receipt')).setInputFiles({
    name: 'receipt.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo(900, 1200).jpeg().toBuffer(),
  })
  await shot('receipt')
  await page.getByRole('button', { name: say('Add the receipt') }).click()
  await page
    .getByText(/61,400 .*72,200/)
    .first()
    .waitFor()
}

/** An update that says what it was for; its mailing is due at once. */
async function tellAll({ page, say }: Phone, slug: string, payout: number) {
  await page.goto(`/fund-drive/${slug}/updates?for=${payout}`)
  await scripted(page)
  await page.getByLabel(say('What all visitors read')).fill('Mama Achieng is out of the theatre.')
  await page.getByRole('button', { name: say('Post'), exact: true }).click()
  await page.getByText('Mama Achieng is out of the theatre.').first().waitFor()
  await ask(
    here(),
    `with due as (update update_mailings m set due_at = now() from fund_drives d
       where d.id = m.fund_drive_id and d.slug = $1 returning m.id)
     select graphile_worker.add_job('mail-update', json_build_object('mailingId', id)) from due`,
    [slug],
  )
}

/** What moves today is closed tonight: here it was yesterday. */
async function closeTheBook(slug: string) {
  await ask(
    here(),
    `do $$ begin
       set local session_replication_role = replica;
       update donations g set created_at = g.created_at - interval '1 day' from fund_drives d where d.id = g.fund_drive_id and d.slug = '${slug}';
       update payout_events e set created_at = e.created_at - interval '1 day' from payout_requests o, fund_drives d
         where o.id = e.payout_id and d.id = o.fund_drive_id and d.slug = '${slug}';
     end $$`,
  )
  await ask(here(), `select graphile_worker.add_job('close-books', '{}'::json)`)
  const closed = () =>
    ask(here(), 'select from book_days b join fund_drives d on d.id = b.fund_drive_id where d.slug = $1', [slug])
  await expect.poll(async () => (await closed()).length, { timeout: 30_000 }).toBe(1)
}

/** The file and the program, in a folder where nothing else is. */
async function check(slug: string, code: string): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'check-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, from] of [
    ['check-book.mjs', '/check-book.mjs'],
    ['book.json', `/fundraiser/${slug}/book.json`],
  ] as const)
    writeFileSync(path.join(folder, name), await (await fetch(house() + from)).text())
  return execFileSync(process.execPath, ['check-book.mjs', 'book.json', '', code], { cwd: folder, encoding: 'utf8' })
}

/** The receipt's code leads to its line in the book, and from there to the account and the hospital's receipt. */
async function readAccount(
  { page, say }: { page: Page; say: Say },
  slug: string,
  shot: (name: string) => Promise<void>,
) {
  const [row] = await ask(
    here(),
    'select g.receipt from donations g join fund_drives d on d.id = g.fund_drive_id where d.slug = $1',
    [slug],
  )
  await page.goto(`/receipt/${row!.receipt}`)
  await shot('own-receipt')
  const link = page.locator('a[href*="/book?code="]')
  const code = (await link.textContent())!
  await link.click()
  await page
    .getByRole('table', { name: say('Lines with this code') })
    .getByText('90,000')
    .first()
    .waitFor()
  await shot('book')
  await page.getByRole('link', { name: say('See the account') }).click()
  await page.getByText('Kisumu hospital', { exact: true }).first().waitFor()
  for (const name of ['Otieno Odhiambo', 'Achieng Akinyi']) await page.getByText(new RegExp(name)).first().waitFor()
  await shot('account')
  return code
}

for (const language of ['en', 'sw'] as const)
  test(`from a gift to the hospital’s receipt, ${language === 'en' ? 'in English [T1440]' : 'in Kiswahili [T1441]'}`, {
    tags: language === 'sw' ? ['night'] : [],
    timeout: 180_000,
  }, async () => {
    const { wanjiku, otieno, achieng, slug } = await committee(language)
    await gift(slug, 90_000)
    const giver = await follow(language, slug)
    const shot = shotsOf(giver.page, `${language}-giver`)
    await sayYes(wanjiku, slug, language)
    const payout = await askFor76000(wanjiku, slug)
    await wanjiku.page.goto(`/fund-drive/${slug}/payouts/${payout}`)
    await wanjiku.page.getByText(wanjiku.say('Nobody has answered yet.')).waitFor()
    expect(await wanjiku.page.getByRole('button', { name: wanjiku.say('I agree'), exact: true }).count()).toBe(0)
    await shotsOf(wanjiku.page, `${language}-owner`)('waits')
    await agree(otieno, await linkIn(otieno.who.email))
    await shotsOf(otieno.page, `${language}-treasurer`)('agreed')
    await agreeByText(achieng, shotsOf(achieng.page, `${language}-treasurer-by-text`))
    await goesOn(payout)
    await complete(payout)
    await showReceipt(wanjiku, slug, payout, shotsOf(wanjiku.page, `${language}-owner`))
    await tellAll(wanjiku, slug, payout)
    await unfollow(giver)
    await closeTheBook(slug)
    const code = await readAccount(giver, slug, shot)
    expect(await check(slug, code)).toMatch(/^2 lines, KES 14000, right\. \n1\|.*\|gift\|9000000\|/)
    for (const { faults } of [wanjiku, otieno, achieng, giver]) expect(faults).toEqual([])
  })

/** The line of a phone far from a mast, by the figures of Chromium's slow 3G but for its latency, which is that of most of them. */
const slowLine = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** Goes from a receipt to the book, the account and the photo of a receipt, and returns the milliseconds of each tap. */
async function threeTaps(receipt: string): Promise<number[]> {
  // The browser's own page around a picture has styles and scripts that nobody allows.
  const { page, context } = await visitor({ width: 360, expectFaults: /script of \S+\/media\// })
  await page.goto(`/receipt/${receipt}`)
  const line = await context.newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', slowLine)
  const taps = [
    ['a[href*="/book?code="]', () => page.getByRole('table', { name: 'Lines with this code' }).waitFor()],
    ['a[href$="/account"]', () => page.getByText('Deposit for the ward').first().waitFor()],
    ['a[aria-label="Photo: Deposit for the ward"]', () => pictureComes(page)],
  ] as const
  const times: number[] = []
  for (const [link, seen] of taps) {
    // A person reads before the next tap.
    await untilAlive(page)
    const begun = performance.now()
    await Promise.all([seen(), page.locator(link).first().click({ noWaitAfter: true })])
    times.push(performance.now() - begun)
  }
  return times
}
/** The browser draws a picture while it comes. */
const pictureComes = async (page: Page) => {
  const isIt = (answer: Response) => answer.request().isNavigationRequest() && answer.url().includes('/media/')
  expect((await page.waitForResponse(isIt)).status()).toBe(200)
}

test('from a receipt to the photo of what it bought in three taps, each in two seconds on a slow line [T1548]', {
  tags: ['night'],
  timeout: 120_000,
}, async () => {
  const [gift] = await ask(
    here(),
    `select g.receipt from donations g join fund_drives d on d.id = g.fund_drive_id
     where d.slug = 'heal-mama-achieng' order by g.id limit 1`,
  )
  // The machine is busy, too: the best of three.
  const receipt = String(gift!.receipt)
  const runs = [await threeTaps(receipt), await threeTaps(receipt), await threeTaps(receipt)]
  const best = [0, 1, 2].map((tap) => Math.min(...runs.map((times) => times[tap]!)))
  for (const [tap, time] of best.entries()) expect(time, `tap ${tap + 1}`).toBeLessThan(2000)
})
