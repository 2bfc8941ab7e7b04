import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aboutNames } from '#app/people/about/about.ts'
import { ask } from './database.ts'
import { everybody, group } from './group.ts'
import { keepSeen, partsOfPage, recallSeen } from './seen.ts'
import { house, violationsOn, visitor } from './visitor.ts'
import { contrastOn, looks, notWalked, type Places, pages, placesOf, walk, wishesFor } from './walk.ts'

// Every page, once in each language: in English axe finds nothing in either theme, and nothing scrolls sideways on a narrow
// screen; in Swahili nothing does with large text; and it speaks its language. By night all of it is looked at in both. Here are
// the pages of visitors and of owners; see walk-app.test.ts for the others.

beforeAll(() => recallSeen('walk'))
afterAll(() => keepSeen('walk'))

test('what is left out of the walk is a page', () => {
  expect(Object.keys(notWalked).filter((page) => !pages.includes(page))).toEqual([])
  expect(pages.length).toBeGreaterThan(180)
})

test('a text of too little contrast is found among others that passed, in the theme that lacks it [T1153]', async () => {
  const { page } = await visitor({ width: 320 })
  await page.goto('/auth')
  await violationsOn(page, 'but contrast')
  expect(await contrastOn(page, 0)).toEqual([])
  await page.evaluate(() => {
    const pale = 'color: light-dark(#ccc, #000); background: #fff'
    document.querySelector('h1')!.insertAdjacentHTML('afterend', `<p id="pale" style="${pale}">Pale by day</p>`)
  })
  expect(await contrastOn(page, 1)).toEqual(['light: #pale'])
})

/** What a change of the page does, in the page. */
const changes: Record<string, () => void> = {
  'a label that is gone': () => document.querySelector('label')!.remove(),
  'a heading without words': () => document.querySelector('h1')!.replaceChildren(),
  'a heading that is hidden': () => document.querySelector('h1')!.setAttribute('style', 'display: none'),
  'a role': () => document.querySelector('main p')!.setAttribute('role', 'button'),
  'a language': () => document.documentElement.setAttribute('lang', ''),
  'a reference that leads nowhere': () => document.querySelector('label')!.setAttribute('for', 'nothing'),
  'an id that is there twice': () =>
    document.querySelector('label')!.append(document.querySelector('input')!.cloneNode()),
}

test('axe is asked again where what it reads has changed, not for other words and numbers [T1657]', async () => {
  const { page } = await visitor({ width: 320, javaScript: false })
  const parts = () => page.evaluate(partsOfPage)
  await page.goto('/auth')
  const before = await parts()
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('h1, label')) one.lastChild!.textContent = 'Karibu 254'
  })
  expect(await parts()).toBe(before)
  for (const [name, change] of Object.entries(changes)) {
    await page.goto('/auth')
    expect(await parts()).toBe(before)
    await page.evaluate(change)
    expect(await parts(), name).not.toBe(before)
  }
})

/** A browser that was texted a code, and one that is asked for the second factor. */
const asked = Buffer.from(JSON.stringify({ mark: 'm'.repeat(43), phone: '+254712345678', fullName: 'Amina Yusuf' }))
/** That are not there, as the kit shows. */
const picturesOfKit = /media\/(none|drives\/0{32})/
const cookies = { 'harambee.phone': asked.toString('base64url'), 'harambee.two_factor': 'none' }

/** The newest gift of a drive: it can be asked back still. */
const newestGift = async (slug: string) =>
  (
    await ask(
      { dataDir: inject('dataDir') },
      `select d.id, d.receipt from donations d join fund_drives f on f.id = d.fund_drive_id
        where f.slug = '${slug}' order by d.id desc limit 1`,
    )
  )[0]!

async function ofVisitors(language: 'en' | 'sw'): Promise<Places> {
  const { open, pay, pledge, claim, given, help } = await group()
  const [gift] = await ask(
    { dataDir: inject('dataDir') },
    `select d.receipt, p.reference from donations d join payments p on p.id = d.payment_id
      join fund_drives f on f.id = d.fund_drive_id where f.slug = 'heal-mama-achieng' order by d.id limit 1`,
  )
  const [pledgePage] = pledge.split('?')
  const back = `/receipt/${(await newestGift('heal-mama-achieng')).receipt}/back`
  return {
    auth: ['/auth', '/auth?tab=sign-up'],
    'auth/verify': [['/auth/verify?token=none', 410]],
    'auth/email': [['/auth/email?token=none', 410]],
    'auth/reset': [['/auth/reset?token=none', 410]],
    'fundraiser/:slug': [open, ['/fundraiser/quiet-corner-library', 403], '/fundraiser/heal-mama-achieng?tab=comments'],
    'about/:page': aboutNames.map((name) => `/about/${name}`),
    'payment-success': [`/payment-success?reference=${gift!.reference}`, ['/payment-success', 404]],
    'pay/:reference': pay,
    'pay/:reference/code': [`${pay[1]}/code`],
    'claim/:token': [claim],
    'receipt/:receipt': [`/receipt/${gift!.receipt}`],
    'receipt/:receipt/back': [back, `/receipt/${gift!.receipt}/back`],
    'receipt/:receipt/back/:key': [`${back}/none.none`],
    'pledge/:token': [pledgePage!, pledge],
    'pledge/:token/change': [pledge.replace('?', '/change?')],
    'help/:token': [help],
    'given/:receipt': [given],
    '*': [['/nowhere', 404]],
    // These speak English alone.
    ...(language === 'en' && { 'sandbox/*': ['/sandbox/mailbox', '/sandbox/phone', '/sandbox/sms'] }),
  }
}

/** A withdrawal that treasurers refused, which sets nothing aside. */
async function refusedPayout(slug: string): Promise<unknown> {
  const [made] = await ask(
    { dataDir: inject('dataDir') },
    `with m as (insert into withdrawal_methods (user_id, method_type, phone_number, mobile_operator)
        select user_id, 'mobile_money', '+254712345678', 'M-Pesa' from fund_drives where slug = $1 returning id)
      insert into payout_requests (fund_drive_id, user_id, amount, fee, net, status, withdrawal_method_id, destination, client_key, needs, purpose)
      select d.id, d.user_id, 100000, 5000, 95000, 'rejected', m.id, '{"type":"mobile_money","phone":"+254712345678","operator":"M-Pesa"}',
        gen_random_uuid(), 1, 'The hospital bill' from fund_drives d, m where d.slug = $1 returning id`,
    [slug],
  )
  return made!.id
}

async function ofOwner(): Promise<Places> {
  const { slug, base, pledgeId, rows, empty } = await group()
  return {
    'fund-drive/:slug/payouts/:payout': [`${base}/payouts/${await refusedPayout(slug)}`],
    // The drive of the walk has sent nothing.
    'fund-drive/:slug/money/:payout': [[`${base}/money/1`, 404]],
    'fund-drive/:slug/money/:payout/list': [[`${base}/money/1/list`, 404]],
    'fund-drive/:slug/settings/delete': [`/fund-drive/${empty}/settings/delete`],
    'fund-drive/:slug/donations/back': [`${base}/donations/back?gift=${(await newestGift(slug)).id}`],
    'fund-drive/:slug/pledges/cash': [`${base}/pledges/cash?pledge=${pledgeId}`],
    'fund-drive/:slug/pledges/gift': [`${base}/pledges/gift?pledge=${pledgeId}`],
    'fund-drive/:slug/bridge/rows': [rows],
  }
}

for (const { look: plain, name, ...how } of looks) {
  const look = { ...plain, expectFaults: picturesOfKit }
  test(`the pages of visitors, ${name} [T995]`, how, async () => {
    const { slug } = await group()
    const [guest] = await everybody(wishesFor(look))
    await guest.context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: house() })))
    const places = placesOf('visitor', await ofVisitors(look.language), (id) => ({ slug })[id])
    expect(await walk(guest, places, look)).toEqual([])
  })

  test(`the pages of owners, ${name} [T994]`, how, async () => {
    const { slug, gift } = await group()
    const [, owner] = await everybody(wishesFor(look))
    const places = placesOf('owner', await ofOwner(), (id) => ({ slug, gift })[id])
    expect(await walk(owner, places, look)).toEqual([])
  })
}
