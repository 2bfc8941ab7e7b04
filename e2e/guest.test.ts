import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { type Say, sayIn } from '#test/said.ts'
import { ask } from './database.ts'
import { cancel, type Invitation, later, someGuest, someInvitation } from './invitation.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, isScripted, visitor, type Wishes } from './visitor.ts'

// A guest: their own page without an account and without a script, and the page that is for everybody.

/** In Swahili at night. */
const languages = [
  ['en', []],
  ['sw', ['night']],
] as const

/** The answer lies open before the first one, and one touch away after it. */
async function change(page: Page, say: Say) {
  await page.getByText(say('Change your answer')).click()
}

for (const [language, tags] of languages)
  test(`a guest answers, changes it, and is left in peace, without JavaScript (${language})`, {
    tags: [...tags],
  }, async () => {
    const say = sayIn(language)
    const host = await someInvitation({}, { gives: true })
    const own = await someGuest(host)
    const { page, faults } = await visitor({ javaScript: false, language, width: 360 })
    const press = (name: string) => page.getByRole('button', { name: say(name), exact: true }).click()
    await page.goto(own)
    await page.getByRole('heading', { name: 'Wanjiku & Kamau', level: 1 }).waitFor()
    await page.getByText(say('Our families invite you')).first().waitFor()
    await expectNoSidewaysScroll(page)
    await shot(page, `guest-${language}-invited`)
    await page.getByLabel(say('Adults')).fill('0')
    await press('Send answer')
    await page.getByText(say('Please choose an answer.')).first().waitFor()
    await shot(page, `guest-${language}-wrong`)

    await page.getByRole('radio', { name: say('Yes, I will come') }).check()
    await page.getByLabel(say('Adults')).fill('2')
    await page.getByLabel(say('Show my name to other guests')).check()
    await press('Send answer')
    await page.getByText(say('Answer saved')).first().waitFor()
    await page.getByText(language === 'en' ? 'See you there! 2 people.' : 'Tutaonana huko! Watu 2.').waitFor()
    await page.getByRole('link', { name: say('Your pass. A screenshot is enough.') }).waitFor()
    await page.getByRole('link', { name: say('Put it in your calendar') }).waitFor()
    await expectNoSidewaysScroll(page)
    await shot(page, `guest-${language}-yes`)

    await change(page, say)
    await page.getByRole('radio', { name: say('I can’t come') }).check()
    await press('Send answer')
    await page.getByText(say('Thank you for telling us. We will miss you.')).waitFor()
    await expect.poll(() => page.getByRole('link', { name: say('Put it in your calendar') }).count()).toBe(0)

    await press('Give instead')
    await page.waitForURL('**/donate')
    await page.goto(own)
    await page.getByText(say('You can’t come, but will give. Thank you.')).waitFor()
    await shot(page, `guest-${language}-gives`)

    await press('No more messages')
    await page.getByRole('button', { name: say('Send me messages again') }).waitFor()
    await page.getByText(say('Report'), { exact: true }).click()
    await press('Send the report')
    await page.getByText(say('Please choose a reason.')).first().waitFor()
    await page.getByLabel(say('I don’t know who invites me')).check()
    await press('Send the report')
    await page.getByText(say('Thank you. We will look at it.')).first().waitFor()
    await shot(page, `guest-${language}-reported`)

    await page.getByText(say('Remove me'), { exact: true }).click()
    await shot(page, `guest-${language}-remove`)
    await press('Remove me now')
    await page.getByText(say('Please tick this first. Nothing was removed.')).first().waitFor()
    await page.getByLabel(say('I am {name}, and want to be removed', { name: 'Mama Njeri & family' })).check()
    await press('Remove me now')
    await page.getByText(say('You were removed')).first().waitFor()
    expect((await page.goto(own))!.status()).toBe(404)
    await page.getByRole('heading', { name: say('This invitation is not here') }).waitFor()
    await expectNoSidewaysScroll(page)
    await shot(page, `guest-${language}-gone`)
    expect(faults).toEqual([])
  })

/** How many texts bring the link of this page. At night they wait for the morning. */
async function textsWith(page: string): Promise<number> {
  const { pathname } = new URL(page, 'http://x')
  const found = await ask({ dataDir: inject('dataDir') }, 'select from sms_outbox where text like $1', [
    `%${pathname} %`,
  ])
  return found.length
}

for (const [language, tags] of languages)
  test(`everybody answers on the open link with a name and a number (${language})`, { tags: [...tags] }, async () => {
    const say = sayIn(language)
    const host = await someInvitation()
    const known = await someGuest(host, { phone: '0712 345 678' })
    const { page } = await visitor({ javaScript: false, language, width: 360 })
    const answer = async (name: string, phone: string) => {
      await page.goto(`/invitation/${host.slug}`)
      await page.getByLabel(say('Your name')).fill(name)
      await page.getByLabel(say('Phone number')).fill(phone)
      await page.getByRole('radio', { name: say('Yes, I will come') }).check()
      await page.getByLabel(say('Adults')).fill('2')
      await page.getByRole('button', { name: say('Send answer') }).click()
    }
    await answer('Otieno', '12')
    await page.getByText(say('Please enter a valid phone number, such as 0712 345 678.')).first().waitFor()
    await expect.poll(() => page.getByLabel(say('Your name')).inputValue()).toBe('Otieno')
    await expectNoSidewaysScroll(page)
    await shot(page, `open-${language}-wrong`)
    await answer('Otieno', '0722 000 111')
    await page.waitForURL('**/i/*')
    await page.getByText(say('For {name}', { name: 'Otieno' }), { exact: true }).waitFor()
    await shot(page, `open-${language}-answered`)
    const own = page.url()
    await expect.poll(() => textsWith(own)).toBe(1)

    // A number that is on the list leads to a page of their own, too: nothing of the guest is shown who has it.
    await answer('Atieno', '0712 345 678')
    await page.waitForURL('**/i/*')
    await page.getByText(say('For {name}', { name: 'Atieno' }), { exact: true }).waitFor()
    expect([own, known]).not.toContain(new URL(page.url()).pathname)
    await expect.poll(() => page.getByText('Njeri').count()).toBe(0)
    await expect.poll(() => textsWith(known)).toBe(1)
    expect(await textsWith(page.url())).toBe(0)
    await page.goto(known)
    await page.getByRole('button', { name: say('Send answer') }).waitFor()
  })

/** How a page of a guest may stand: what was done to it before, and what it says. */
const standings: [
  name: string,
  typed: Record<string, string>,
  done: (host: Invitation) => Promise<unknown>,
  said: string,
][] = [
  ['empty', {}, async () => {}, 'Your answer'],
  ['full', { capacity: '4' }, (host) => fill(host, 4), 'It is full. If you say yes, you get a place on the waitlist.'],
  ['cancelled', {}, (host) => cancel(host, 'The road is under water.'), 'This occasion was cancelled.'],
  ['over', {}, (host) => later(host, 'over'), 'This occasion is over.'],
  ['late', {}, (host) => later(host, 'late'), 'The day for answers has passed.'],
  ['burial', { kind: 'burial', title: 'Mzee Kamau Njoroge' }, async () => {}, 'With sorrow we invite you'],
]

/** Guests who take seats. */
async function fill(host: Invitation, adults: number) {
  const page = await someGuest(host, { name: 'Baba Otieno' })
  const form = { no: '1', reply: 'yes', adults: String(adults), children: '0' }
  await host.page.request.post(`${page}/answer`, { form, headers: { origin: new URL(host.page.url()).origin } })
}

test.each(standings)(
  'a page that is %s is whole with a script, and axe finds nothing on it',
  { tags: ['night'] },
  async (name, typed, done, said) => {
    const host = await someInvitation(typed)
    const own = await someGuest(host)
    await done(host)
    const looks: Wishes[] = [
      { width: 360, theme: 'light' },
      { width: 1280, theme: 'dark' },
    ]
    for (const look of looks) {
      const { page, faults } = await visitor(look)
      for (const [which, address] of [
        ['guest', own],
        ['open', `/invitation/${host.slug}`],
      ] as const) {
        await page.goto(address)
        await page.getByText(said).first().waitFor()
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
        expect(await isScripted(page)).toBe(false)
        await shot(page, `${which}-${name}-${look.width}-${look.theme}`)
      }
      expect(faults).toEqual([])
    }
  },
)

test.each(['solemn', 'celebration', 'church', 'school', 'corporate'])(
  'the answer is within the first 600 pixels of a phone, with a photo and a long name (%s)',
  { tags: ['night'] },
  async (style) => {
    const host = await someInvitation({ kind: 'burial', title: 'Mama Agnes Mutua', hosts: 'The Mutua family of Mwala' })
    const own = await someGuest(host, { name: 'Mr & Mrs Kioko', seats: '2' })
    await ask({ dataDir: inject('dataDir') }, 'update gatherings set style = $2, image_url = $3 where slug = $1', [
      host.slug,
      style,
      `/media/drives/${'0'.repeat(32)}-800.jpg`,
    ])
    const { page } = await visitor({ javaScript: false, width: 360 })
    await page.route('**/media/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }))
    await page.goto(own)
    const yes = (await page.getByRole('button', { name: 'Yes', exact: true }).boundingBox())!
    expect(yes.y + yes.height).toBeLessThanOrEqual(600)
    await shot(page, `guest-photo-${style}`)
  },
)

test.each([360, 1280])('what is said above the card is not covered by it (%i)', { tags: ['night'] }, async (width) => {
  const host = await someInvitation()
  const own = await someGuest(host)
  await later(host, 'over')
  const { page } = await visitor({ javaScript: false, width })
  await page.goto(own)
  const said = (await page.getByRole('status').filter({ hasText: 'This occasion is over.' }).first().boundingBox())!
  const card = (await page.locator('header').first().boundingBox())!
  expect(card.y).toBeGreaterThanOrEqual(said.y + said.height)
})
