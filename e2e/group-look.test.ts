import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dayIn } from '#test/gatherings.ts'
import { pointAt, someDrive } from './drive.ts'
import { gift } from './gift.ts'
import { everybody, group } from './group.ts'
import { ownDigits } from './own-digits.ts'
import { alive, house, scripted, visitor } from './visitor.ts'

// The screens of giving by phone and of a group's money by the keyboard alone, and by what a screen reader says.

/** Tells whether a file has been fetched. */
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
    if (who === 'visitor') await pointAt(control, 'focus')
    else await control.focus()
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

test('the sentence of the bar says what its three tones say', { tags: ['night'] }, async () => {
  const { page: owner, slug } = await someDrive()
  const send = (path: string, form: Record<string, string>) =>
    owner.request.post(`/fund-drive/${slug}/${path}`, {
      form: { ...form, key: randomUUID() },
      headers: { origin: house() },
    })
  await gift(slug, 25_000)
  await send('recorded/add', { amount: '50000', givenOn: dayIn(-2), method: 'cash', name: 'Asha' })
  const phone = `071198${ownDigits(4)}`
  await send('pledges/write', { amount: '75000', name: 'Juma', phone, email: '', dueOn: dayIn(9), agreed: 'on' })
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
  const tabs = { Gallery: 'No pictures or videos yet', Comments: 'No comments yet', Description: 'KES 75,000 pledged' }
  for (const [name, words] of Object.entries(tabs)) {
    await page.getByRole('tab', { name, exact: true }).click()
    await page.getByRole('tab', { name, exact: true, selected: true }).waitFor()
    await page.getByText(words).first().waitFor()
    expect((await card.boundingBox())!.height).toBe(before)
  }
})
