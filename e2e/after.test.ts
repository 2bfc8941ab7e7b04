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

test.each([
  ['en', 360, 'light'],
  ['sw', 1280, 'dark'],
] as const)(
  'a host thanks who came and writes the final account; the guest reads it without a script (%s)',
  async (language, width, theme) => {
    const say = sayIn(language)
    const invitation = await someInvitation({}, { gives: true })
    const { slug } = invitation
    const own = await someGuest(invitation, { name: 'Amina Yusuf' })
    const { page, faults } = await hostOf(invitation, { language, width, theme })
    const go = async (address: string) => {
      await page.goto(address)
      await scripted(page)
    }
    await go(`/gathering/${slug}/after`)
    await page.getByRole('heading', { name: say('This opens when the first occasion is over.') }).waitFor()
    await expectAccessible(page)
    await shot(page, `after-${language}-before`)

    await letIn(slug, 'Amina Yusuf')
    await later(invitation, 'over')
    await go(`/gathering/${slug}/after`)
    await page
      .getByRole('link', {
        name: language === 'en' ? 'Thank 1 guest who came' : 'Shukuru mgeni 1 aliyekuja',
        exact: true,
      })
      .click()
    await page.getByLabel(say('Your words')).fill('Asante for standing with us.')
    await page.getByLabel(say('I send all of it from my own phone')).check()
    await page.getByRole('button', { name: say('See it before you send it') }).click()
    await page.getByRole('button', { name: language === 'en' ? 'Send to 1 guest' : 'Tuma kwa mgeni 1' }).click()
    await page.getByRole('link', { name: say('Send them one by one') }).click()
    await page.getByRole('link', { name: say('Share picture') }).waitFor()
    await page.getByRole('button', { name: say('Sent, next') }).click()
    await page.getByText(say('Nobody waits for your phone')).waitFor()

    await go(`/gathering/${slug}/after`)
    await page.getByText(say('Nobody who came or gave waits for thanks.')).waitFor()
    const line = (nr: number) =>
      language === 'en'
        ? [`Spent on, line ${nr}`, `Amount, line ${nr}`]
        : [`Zilitumika kwa, mstari wa ${nr}`, `Kiasi, mstari wa ${nr}`]
    await page.getByLabel(line(1)[0]!).fill('Tents')
    await page.getByLabel(line(1)[1]!).fill('-1')
    await page.getByRole('button', { name: say('Save account') }).click()
    await page.getByText(say('Please enter an amount of KES 0.01 or more, such as 12,500.')).first().waitFor()
    await expect.poll(() => page.getByLabel(line(1)[0]!).inputValue()).toBe('Tents')
    await expectNoSidewaysScroll(page)
    await shot(page, `after-${language}-refused`)
    await page.getByLabel(line(1)[1]!).fill('12,500')
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
    await shot(page, `after-${language}-account`)
    expect(faults).toEqual([])

    const guest = await visitor({ javaScript: false, language, width: 360, theme })
    await guest.page.goto(own)
    await guest.page.getByText('Asante for standing with us.').waitFor()
    await guest.page.getByText('The photos are with Baraka.').waitFor()
    await guest.page.getByRole('heading', { name: say('Final account') }).waitFor()
    await guest.page.getByText('12,500').first().waitFor()
    await guest.page.getByText(say('Spent beyond what was given')).waitFor()
    await expectNoSidewaysScroll(guest.page)
    await shot(guest.page, `after-${language}-guest`)
  },
)
