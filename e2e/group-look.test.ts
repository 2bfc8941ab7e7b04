import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ask } from './database.ts'
import { someDrive } from './drive.ts'
import { gift } from './gift.ts'
import { everybody, group } from './group.ts'
import { ownDigits } from './own-digits.ts'
import { placeOn } from './session.ts'
import { shot } from './shots.ts'
import { alive, expectAccessible, expectNoSidewaysScroll, house, scripted, visitor } from './visitor.ts'

// The screens of giving by phone and of a group's money as everybody meets them: by eye in both themes and languages, by the
// keyboard alone, and by what a screen reader says.

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

/** For its picture: the address without what is different each time. */
const nameOf = (address: string) => address.replace(/heal-mama[\w-]*\/?/, '').replace(/\W+/g, '-')

// Each screen once in each language and once in each theme: words and colours do not change each other.
const looks = [
  ['light', 'en'],
  ['dark', 'sw'],
] as const
test.each(looks)(
  'axe finds nothing on any of them, %s, %s',
  async (theme, language) => {
    const found: string[] = []
    for (const { page, addresses, faults } of await everybody({ theme, language, width: 360 })) {
      for (const address of addresses) {
        const answer = await page.goto(address)
        expect([address, answer!.status()]).toEqual([address, 200])
        await page.waitForLoadState('load')
        await shot(page, `${theme}-${language}${nameOf(address)}`)
        await expectAccessible(page).catch((error) => found.push(`${address}: ${error.message.slice(0, 400)}`))
      }
      expect(faults).toEqual([])
    }
    expect(found).toEqual([])
  },
  600_000,
)

/** 'Just now' is short, and what follows it is not. What was given is written down for ever, so this leaves out that guard. */
const minutesAgo = `do $$ begin
  set local session_replication_role = replica;
  update donations set created_at = now() - interval '13 minutes' where created_at > now() - interval '13 minutes';
end $$`

/** As the browser's own setting does it. Runs in the page, before anything else. */
function twiceAsLarge() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { font-size: 200% }')
  document.adoptedStyleSheets = [sheet]
}

test.each(['en', 'sw'] as const)(
  'nothing scrolls sideways where the text is twice as large (%s)',
  async (language) => {
    const found: string[] = []
    for (const { page, addresses } of await everybody({ language, width: 360 })) {
      await page.addInitScript(twiceAsLarge)
      await ask(placeOn(page), minutesAgo)
      for (const address of addresses) {
        const answer = await page.goto(address)
        expect([address, answer!.status()]).toEqual([address, 200])
        await page.waitForLoadState('load')
        await shot(page, `large-${language}${nameOf(address)}`)
        await expectNoSidewaysScroll(page).catch((error) => found.push(`${address}: ${error.message}`))
      }
    }
    expect(found).toEqual([])
  },
  600_000,
)

test.each([
  ['visitor', 'DONATE', 'Donate'],
  ['owner', 'Record a gift', 'Record a gift'],
] as const)(
  'a dialog of the %s is opened, walked through and left by the keyboard, and gives the focus back',
  async (who, opener, title) => {
    const { open, base } = await group()
    const [guest, owner] = await everybody({})
    const { page } = who === 'visitor' ? guest : owner
    await page.goto(who === 'visitor' ? open : `${base}/recorded`)
    await scripted(page)
    const control = page.getByRole('button', { name: opener, exact: true }).first()
    await alive(control)
    await control.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.waitFor()
    // Once around: every field and button is reached, and the page behind is not.
    const reached = new Set<string>()
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate(() => {
        const one = document.activeElement
        return one?.closest('dialog') ? `${one.tagName} ${one.getAttribute('name') ?? one.textContent}` : null
      })
      if (at) reached.add(at)
      else expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    }
    expect(reached.size).toBeGreaterThan(3)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => control.evaluate((one) => one === document.activeElement)).toBe(true)
  },
  120_000,
)

test('a pledge is made by the keyboard alone, and what is missing gets the focus', async () => {
  const { open } = await group()
  const { page } = await visitor({ width: 360, theme: 'dark' })
  await page.goto(`${open}/pledge`)
  await scripted(page)
  await page.getByLabel('Amount').focus()
  await page.keyboard.type('2000')
  await page.keyboard.press('Enter')
  await page.getByText('Enter your name, or choose to stay anonymous').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
  await expectAccessible(page)
  await page.keyboard.type('Amina Yusuf')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0708 374 149')
  await page.keyboard.press('Enter')
  // By night its text comes in the morning: then another title says so.
  const nearly = /^Nearly done: (open the message we sent and confirm|your pledge waits for your confirmation)$/
  await page.getByText(nearly).waitFor()
})

test('the sentence of the bar says what its three tones say', async () => {
  const { page: owner, slug } = await someDrive()
  const send = (path: string, form: Record<string, string>) =>
    owner.request.post(`/fund-drive/${slug}/${path}`, {
      form: { ...form, key: randomUUID() },
      headers: { origin: house() },
    })
  await gift(slug, 25_000)
  await send('recorded/add', { amount: '50000', givenOn: day(-2), method: 'cash', name: 'Asha' })
  const phone = `071198${ownDigits(4)}`
  await send('pledges/write', { amount: '75000', name: 'Juma', phone, email: '', dueOn: day(9), agreed: 'on' })
  const { page } = await visitor({ width: 360 })
  await page.goto(`/fundraiser/${slug}`)
  const bar = page.getByRole('progressbar', { name: 'Raised of the goal' }).first()
  // Of KES 250,000.
  const tones = () => bar.locator('div > div').evaluateAll((all) => all.map((one) => (one as HTMLElement).style.width))
  await expect.poll(tones).toEqual(['10%', '20%', '30%'])
  for (const said of ['KES 25,000 through Harambee', 'KES 50,000 recorded by the organisers', 'KES 75,000 pledged'])
    await page.getByText(said).first().waitFor()
  await expect.poll(() => bar.getAttribute('aria-valuetext')).toContain('30')
  const card = page.getByRole('region', { name: 'Progress' })
  const before = (await card.boundingBox())!.height
  for (const tab of ['Gallery', 'Comments', 'Description']) {
    await page
      .getByRole('link', { name: tab })
      .or(page.getByRole('tab', { name: tab }))
      .first()
      .click()
    // What is fetched for the tab comes within this.
    await page.waitForTimeout(1500)
    await page.getByText('KES 75,000 pledged').first().waitFor()
    expect((await card.boundingBox())!.height).toBe(before)
  }
}, 60_000)
