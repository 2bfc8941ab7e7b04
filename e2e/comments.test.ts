import { expect, test } from 'vitest'
import { post, someDrive } from './drive.ts'
import { alive, expectAccessible, expectNoSidewaysScroll, scripted, visitor } from './visitor.ts'

// Encouraging words: visitors write and like them, the owner decides what is shown.

/** Four browsers on a busy machine. */
const patient = { timeout: 15_000 }

test('a comment appears where others are reading, and costs nobody what they are typing [T6]', async () => {
  const { slug } = await someDrive()
  const [writer, reader] = [await visitor(), await visitor({ width: 360 })]
  for (const { page } of [writer, reader]) {
    await page.goto(`/fundraiser/${slug}?tab=comments`)
    await scripted(page)
  }
  await reader.page.getByText('No comments yet').waitFor()
  await reader.page.getByLabel('Comment', { exact: true }).fill('Not sent yet')
  await writer.page.getByLabel('Name').fill('Mama Njeri')
  await writer.page.getByLabel('Comment', { exact: true }).fill('Pole sana.\n<b>Tuko</b> pamoja www')
  await writer.page.getByRole('button', { name: 'Post Comment' }).dblclick()
  await writer.page.getByText('Comment posted!').first().waitFor()
  await writer.page.getByText('Thank you for your encouraging words.').first().waitFor()
  await expect.poll(() => writer.page.getByLabel('Comment', { exact: true }).inputValue()).toBe('')

  const heard = reader.page.getByRole('listitem').filter({ hasText: 'Mama Njeri' })
  await heard.waitFor()
  await expect.poll(() => heard.locator('p').nth(1).textContent()).toBe('Pole sana.\n<b>Tuko</b> pamoja www')
  await expect.poll(() => heard.locator('time').textContent()).toBe('Just now')
  await expect.poll(() => reader.page.getByLabel('Comment', { exact: true }).inputValue()).toBe('Not sent yet')
  await expect.poll(() => reader.page.getByText('pamoja www').count()).toBe(1)

  const like = heard.getByRole('button', { name: /Like/ })
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('false')
  const counted = reader.page.waitForResponse((answer) => answer.request().method() === 'POST')
  await like.dblclick()
  await expect.poll(() => like.textContent(), patient).toMatch(/Like\s+1/)
  await counted
  await reader.page.reload()
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true')
  await alive(like)
  // A person who presses it again has liked it once: neither is it two, nor taken back.
  await like.click()
  await reader.page.reload()
  await expect.poll(() => like.textContent()).toMatch(/Like\s+1/)
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true')
  await expectAccessible(reader.page)
  await expectNoSidewaysScroll(reader.page)
  await writer.page.goto(`/fundraiser/${slug}/comment`)
  await expectAccessible(writer.page)
  expect([...writer.faults, ...reader.faults]).toEqual([])
})

test('ages stay true while the page is open, without asking the server [T66]', { tags: ['night'] }, async () => {
  const { slug } = await someDrive()
  await post(`/fundraiser/${slug}/comment`, { content: 'Karibuni' }, '10.77.0.1')
  const { page } = await visitor()
  await page.clock.install()
  await page.goto(`/fundraiser/${slug}?tab=comments`)
  await scripted(page)
  const age = page.getByRole('listitem').filter({ hasText: 'Karibuni' }).locator('time')
  await alive(age)
  for (const [wait, words] of [
    ['05:00', '5 minutes ago'],
    ['02:55:00', '3 hours ago'],
    ['45:00:00', '2 days ago'],
  ] as const) {
    await page.clock.fastForward(wait)
    await expect.poll(() => age.textContent(), patient).toBe(words)
  }
})
