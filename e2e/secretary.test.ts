/** @module-tag night */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sayIn } from '#test/said.ts'
import { hostOf, type Invitation, someInvitation } from './invitation.ts'
import { signedIn } from './session.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted } from './visitor.ts'

// Secretaries of a drive and helpers of an invitation, on the screen and while it is open.

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

const language = 'sw'
const wishes = { language, theme: 'dark' } as const
const say = sayIn(language)

/** What is on the screen can be read and used by everybody. */
async function looksWell(page: Page, name: string) {
  await scripted(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, `helper-${name}`)
}
async function addsGuest(page: Page, base: string) {
  await page.goto(`${base}/guests/add`)
  await page.getByRole('dialog').getByLabel(say('Name'), { exact: true }).fill('Otieno')
  await page.getByRole('dialog').locator('button[type=submit]').last().click()
  await page.getByRole('link', { name: 'Otieno' }).waitFor()
}

test('a secretary of a drive joins, looks after the guests, and stops when they want', async () => {
  const owner = await someInvitation({}, { gives: true })
  const base = `/gathering/${owner.slug}`
  const link = await linkFor(owner, 'Secretary')
  const { page, faults } = await signedIn({ ...wishes, width: 1280 })
  await page.goto(link)
  await looksWell(page, 'join')
  await page.getByRole('button', { name: say('Help as secretary') }).click()
  await page.getByText(say('You help with this fund drive as its secretary')).waitFor()
  await looksWell(page, 'drive')
  const drive = new URL(page.url()).pathname
  await addsGuest(page, base)
  await looksWell(page, 'guests')
  await page.goto('/dashboard')
  await page.getByText(say('Secretary; organised by {owner}', { owner: '' })).waitFor()
  await page.goto(drive)
  await page.getByRole('button', { name: say('Stop helping') }).click()
  await page.waitForURL('**/dashboard')
  expect(faults).toEqual([])
})

test('the host of an invitation without a drive chooses a helper, whose open list is gone when they are removed', async () => {
  const invitation = await someInvitation({})
  const host = await hostOf(invitation, { ...wishes, width: 360 })
  const base = `/gathering/${invitation.slug}`
  await host.page.goto(`${base}/helpers`)
  await host.page.getByLabel(say('Whom do you invite?')).fill('Wambui')
  await host.page.getByRole('button', { name: say('Make a link for the helper') }).click()
  const link = await host.page.getByLabel(say('Link for the helper')).inputValue()
  await looksWell(host.page, 'link')
  const { page, faults, who } = await signedIn({ ...wishes, width: 360 })
  await page.goto(link)
  await page.getByRole('button', { name: say('Help as secretary') }).click()
  await page.getByText(say('You help with this invitation as its secretary')).waitFor()
  await looksWell(page, 'home')
  await addsGuest(page, base)
  await page.goto(`${base}/guests`)
  await scripted(page)
  await host.page.goto(`${base}/helpers`)
  await host.page.getByRole('button', { name: say('Remove {who}', { who: who.fullName }) }).click()
  await host.page.getByText(say('Nobody helps yet.')).waitFor()
  // The open list of a removed helper is told to load again, and then there is nothing.
  await page.getByText('Otieno').waitFor({ state: 'detached' })
  expect([...host.faults, ...faults].filter((fault) => !/404/.test(fault))).toEqual([])
})
