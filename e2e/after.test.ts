/** @module-tag night */
import { expect, inject, test } from 'vitest'
import { sayIn } from '#test/said.ts'
import { ask } from './database.ts'
import { hostOf, later, someGuest, someInvitation } from './invitation.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// What follows an occasion: the host thanks and writes the final account, and a guest reads both without a script.

const place = { dataDir: inject('dataDir') }

/** Somebody is let in at a door with a guest's invitation. */
const letIn = (slug: string, name: string) =>
  ask(
    place,
    `with invited as (
       select i.id, i.occasion_id from invitations i join supporters s on s.id = i.supporter_id
       join gatherings g on g.id = s.gathering_id where g.slug = $1 and s.name = $2
     ), door as (
       insert into doors (occasion_id, name, join_until) select occasion_id, 'Main gate', now() from invited
       returning id, occasion_id
     )
     insert into arrivals (id, occasion_id, door_id, nr, kind, invitation_id, people, how, saw, phone_at, at)
     select gen_random_uuid(), d.occasion_id, d.id, 1, 'in', i.id, 3, 'scan', 'good', now(), now() from door d, invited i`,
    [slug, name],
  )

const wishes = { language: 'sw', theme: 'dark' } as const
const say = sayIn('sw')

test('a host thanks who came and writes the final account; the guest reads it without a script', async () => {
  const invitation = await someInvitation({}, { gives: true })
  const { slug } = invitation
  const own = await someGuest(invitation, { name: 'Amina Yusuf' })
  const { page, faults } = await hostOf(invitation, { ...wishes, width: 1280 })
  const go = async (address: string) => {
    await page.goto(address)
    await scripted(page)
  }
  await go(`/gathering/${slug}/after`)
  await page.getByRole('heading', { name: say('This opens when the first occasion is over.') }).waitFor()
  await expectAccessible(page)
  await shot(page, 'after-before')

  await letIn(slug, 'Amina Yusuf')
  await later(invitation, 'over')
  await go(`/gathering/${slug}/after`)
  await page.getByRole('link', { name: 'Shukuru mgeni 1 aliyekuja', exact: true }).click()
  await page.getByLabel(say('Your words')).fill('Asante for standing with us.')
  await page.getByLabel(say('I send all of it from my own phone')).check()
  await page.getByRole('button', { name: say('See it before you send it') }).click()
  await page.getByRole('button', { name: 'Tuma kwa mgeni 1' }).click()
  await page.getByRole('link', { name: say('Send them one by one') }).click()
  await page.getByRole('link', { name: say('Share picture') }).waitFor()
  await page.getByRole('button', { name: say('Sent, next') }).click()
  await page.getByText(say('Nobody waits for your phone')).waitFor()

  await go(`/gathering/${slug}/after`)
  await page.getByText(say('Nobody who came or gave waits for thanks.')).waitFor()
  const [spent, amount] = ['Zilitumika kwa, mstari wa 1', 'Kiasi, mstari wa 1']
  await page.getByLabel(spent).fill('Tents')
  await page.getByLabel(amount).fill('-1')
  await page.getByRole('button', { name: say('Save account') }).click()
  await page.getByText(say('Please enter an amount of KES 0.01 or more, such as 12,500.')).first().waitFor()
  await expect.poll(() => page.getByLabel(spent).inputValue()).toBe('Tents')
  await expectNoSidewaysScroll(page)
  await shot(page, 'after-refused')
  await page.getByLabel(amount).fill('12,500')
  await page.getByRole('button', { name: say('Save account') }).click()
  await page.getByText(say('Account saved')).first().waitFor()
  await page.getByText(say('Your guests read this on their pages.')).waitFor()
  const posting = page.getByLabel(say('What all your guests read'))
  await posting.fill('The photos are with Baraka.')
  await page.getByRole('button', { name: say('Post'), exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'The photos are with Baraka.' }).waitFor()
  await expect.poll(() => posting.inputValue()).toBe('')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, 'after-account')
  expect(faults).toEqual([])

  const guest = await visitor({ ...wishes, javaScript: false, width: 360 })
  await guest.page.goto(own)
  await guest.page.getByText('Asante for standing with us.').waitFor()
  await guest.page.getByText('The photos are with Baraka.').waitFor()
  await guest.page.getByRole('heading', { name: say('Final account') }).waitFor()
  await guest.page.getByText('12,500').first().waitFor()
  await guest.page.getByText(say('Spent beyond what was given')).waitFor()
  await expectNoSidewaysScroll(guest.page)
  await shot(guest.page, 'after-guest')
})
