/** @module-tag night */
import { expect, inject, test } from 'vitest'
import { sayIn } from '#test/said.ts'
import { ask } from './database.ts'
import { hostOf, type Invitation, later, someGuest, someInvitation } from './invitation.ts'
import { signedIn } from './session.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted } from './visitor.ts'

// An owner invites a secretary, who looks after the guests of the drive's invitation and sees nothing of what they gave. The
// host of an invitation without a drive does the same.

const place = { dataDir: inject('dataDir') }

/** A guest of the invitation gave cash to its drive, and the host knows from whom it was. */
const cashOf = (slug: string, name: string) =>
  ask(
    place,
    `with g as (select * from gatherings where slug = $1), gift as (
       insert into recorded_gifts (fund_drive_id, amount, method, name, given_on, recorded_by, receipt, client_key)
       select fund_drive_id, 123400, 'cash', $2, current_date - 1, user_id, upper(substr(md5(random()::text), 1, 16)), gen_random_uuid() from g
       returning id)
     insert into supporter_ties (supporter_id, recorded_id, how)
     select s.id, gift.id, 'host' from supporters s join g on g.id = s.gathering_id, gift where s.name = $2`,
    [slug, name],
  )

/** The owner makes a link for a helper; gives it. */
async function linkFor(owner: Invitation, role: string): Promise<string> {
  const { page } = owner
  await page.goto(`/gathering/${owner.slug}/settings`)
  const drive = await page.locator('a[href*="/fund-drive/"]').first().getAttribute('href')
  await page.goto(`/fund-drive/${drive!.split('/')[2]}/settings/helpers`)
  await page.getByLabel('Whom do you invite?').fill('Wambui')
  await page.getByRole('radio', { name: role }).check()
  await page.getByRole('button', { name: 'Make a link for the helper' }).click()
  await expect
    .poll(() => page.getByRole('link', { name: 'Send on WhatsApp' }).getAttribute('href'))
    .toContain('secretary')
  return page.getByLabel('Link for the helper').inputValue()
}

test.each([
  ['en', 360, 'light'],
  ['sw', 1280, 'dark'],
] as const)(
  'a secretary looks after the guests and sees nothing of what they gave (%s)',
  async (language, width, theme) => {
    const say = sayIn(language)
    const owner = await someInvitation({}, { gives: true })
    const { slug } = owner
    await someGuest(owner, { name: 'Amina Yusuf', phone: '0712 345 678' })
    await later(owner, 'over')
    await cashOf(slug, 'Amina Yusuf')
    await owner.page.goto(`/gathering/${slug}/guests`)
    expect(await owner.page.content()).toMatch(/1,234/)
    const link = await linkFor(owner, 'Secretary')

    const { page, faults } = await signedIn({ language, width, theme })
    await page.goto(link)
    await scripted(page)
    await expectAccessible(page)
    await shot(page, `secretary-${language}-join`)
    await page.getByRole('button', { name: say('Help as secretary') }).click()
    await page.getByText(say('You help with this fund drive as its secretary')).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await shot(page, `secretary-${language}-drive`)
    const base = `/gathering/${slug}`
    await expect.poll(() => page.locator(`a[href="${base}/home"]`).count()).toBeGreaterThan(0)
    const drive = new URL(page.url()).pathname.split('/')[2]
    for (const hidden of ['donations', 'recorded', 'pledges', 'payouts', 'comments', 'settings', 'invite'])
      expect((await page.request.get(`/fund-drive/${drive}/${hidden}`)).status(), hidden).toBe(404)

    await page.goto(`${base}/guests`)
    await scripted(page)
    await page.getByRole('link', { name: 'Amina Yusuf' }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shot(page, `secretary-${language}-guests`)
    const file = await (await page.request.get(`${base}/guests.csv`)).text()
    expect(file).toContain('Amina Yusuf')
    await page.getByRole('link', { name: 'Amina Yusuf' }).click()
    await page.getByRole('heading', { name: 'Amina Yusuf', level: 2 }).waitFor()
    await shot(page, `secretary-${language}-guest`)
    const pages = await Promise.all(
      ['guests', 'after', 'home', 'messages'].map(async (one) => (await page.request.get(`${base}/${one}`)).text()),
    )
    for (const text of [file, await page.content(), ...pages]) expect(text).not.toMatch(/1,?234/)
    for (const hidden of ['guests?paid=yes', 'guests.csv?pledge=open', 'guests/gave', 'messages/new?helped=on'])
      expect((await page.request.get(`${base}/${hidden}`)).status(), hidden).toBe(404)
    await page.goto(`${base}/settings`)
    await expect.poll(() => page.getByRole('heading', { name: say('For a fund drive') }).count()).toBe(0)

    // She changes what is hers to change, and stops when she wants.
    await page.goto(`${base}/guests/add`)
    await scripted(page)
    await page.getByRole('dialog').getByLabel(say('Name'), { exact: true }).fill('Otieno')
    await page.getByRole('dialog').locator('button[type=submit]').last().click()
    await page.getByRole('link', { name: 'Otieno' }).waitFor()
    await page.goto('/dashboard')
    await page.getByText(say('Secretary; organised by {owner}', { owner: '' })).waitFor()
    await shot(page, `secretary-${language}-dashboard`)
    await page.goto(`/fund-drive/${drive}/home`)
    await page.getByRole('button', { name: say('Stop helping') }).click()
    await page.waitForURL('**/dashboard')
    expect((await page.request.get(`${base}/guests`)).status()).toBe(404)
    expect(faults.filter((fault) => !/404/.test(fault))).toEqual([])
  },
)

test.each([
  ['en', 1280, 'light'],
  ['sw', 360, 'dark'],
] as const)(
  'the host of an invitation without a drive chooses a helper, who adds a guest until they are removed (%s)',
  async (language, width, theme) => {
    const say = sayIn(language)
    const wishes = { language, width, theme }
    const invitation = await someInvitation({})
    const host = await hostOf(invitation, wishes)
    const base = `/gathering/${invitation.slug}`
    await host.page.goto(`${base}/helpers`)
    await scripted(host.page)
    await host.page.getByText(say('Nobody helps yet.')).waitFor()
    await host.page.getByLabel(say('Whom do you invite?')).fill('Wambui')
    await host.page.getByRole('button', { name: say('Make a link for the helper') }).click()
    const link = await host.page.getByLabel(say('Link for the helper')).inputValue()
    await expectAccessible(host.page)
    await expectNoSidewaysScroll(host.page)
    await shot(host.page, `helper-${language}-${width}-link`)

    const { page, faults, who } = await signedIn(wishes)
    await page.goto(link)
    await scripted(page)
    await expectAccessible(page)
    await shot(page, `helper-${language}-${width}-join`)
    await page.getByRole('button', { name: say('Help as secretary') }).click()
    await page.getByText(say('You help with this invitation as its secretary')).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shot(page, `helper-${language}-${width}-home`)
    await expect.poll(() => page.locator(`a[href="${base}/helpers"]`).count()).toBe(0)
    await page.goto(`${base}/guests/add`)
    await scripted(page)
    await page.getByRole('dialog').getByLabel(say('Name'), { exact: true }).fill('Otieno')
    await page.getByRole('dialog').locator('button[type=submit]').last().click()
    await page.getByRole('link', { name: 'Otieno' }).waitFor()
    await page.goto('/dashboard')
    await page.getByText(say('Secretary of the invitation; organised by {owner}', { owner: '' })).waitFor()
    await shot(page, `helper-${language}-${width}-dashboard`)
    await page.goto(`${base}/guests`)
    await scripted(page)

    await host.page.goto(`${base}/helpers`)
    await scripted(host.page)
    await shot(host.page, `helper-${language}-${width}-list`)
    await host.page.getByRole('button', { name: say('Remove {who}', { who: who.fullName }) }).click()
    await host.page.getByText(say('Nobody helps yet.')).waitFor()
    // The open list of a removed helper is told to load again, and then there is nothing.
    await page.getByText('Otieno').waitFor({ state: 'detached' })
    for (const gone of ['home', 'guests', 'guests/add', 'guests.csv'])
      expect((await page.request.get(`${base}/${gone}`)).status(), gone).toBe(404)
    await page.goto(link)
    await page.getByText(say('This link was used: it works once. Ask {0} for another one.').split('{0}')[0]!).waitFor()
    await shot(page, `helper-${language}-${width}-used`)
    expect([...host.faults, ...faults].filter((fault) => !/404/.test(fault))).toEqual([])
  },
)
