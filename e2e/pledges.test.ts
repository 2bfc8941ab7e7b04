import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { ask } from './database.ts'
import { ownPage, someDrive } from './drive.ts'
import { ownDigits } from './own-digits.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, house, mailsTo, scripted, visitor } from './visitor.ts'

// A promise to give later: made on the public page, paid in parts from its own page, looked after by the organiser. In the gate:
// harambee.test.ts, and app/routes/pledge/pledge.test.ts without a script.

test('promised on the public page, paid in parts by prompt, kept; and the organiser sees each step', {
  tags: ['night'],
}, async () => {
  const owner = await someDrive()
  const { slug } = owner
  const { page, faults } = await visitor({ width: 360 })
  const email = `${randomUUID()}@example.org`
  await page.goto(`/fundraiser/${slug}/donate`)
  await scripted(page)
  await page.getByRole('link', { name: 'I will give later' }).click()
  await page.getByRole('heading', { name: 'I will give later' }).waitFor()
  await scripted(page)
  await page.getByRole('button', { name: 'I will give later' }).click()
  await page.getByText('Enter your name, or choose to stay anonymous').waitFor()
  await page.getByText('Enter a phone number or an email').waitFor()
  await shot(page, 'promise-errors')
  await page.getByLabel('Amount').fill('2000')
  await page.getByLabel('Name').fill('Amina Yusuf')
  await page.getByLabel('Phone').fill('0708 374 149')
  await page.getByLabel('or email').fill(email)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'I will give later' }).dblclick()
  await page.getByText('Nearly done: open the message we sent and confirm').waitFor()
  await shot(page, 'promised')
  const [mail] = await mailsTo(email, /Your pledge is written down/)
  const [, link, yes] = /(http\S+\/pledge\/\w{25})\?yes=(\w{8})/.exec(mail!.text)! as unknown as [
    string,
    string,
    string,
  ]
  await page.getByRole('link', { name: 'Open my pledge' }).click()
  await page.waitForURL(link)
  await page.getByText('KES 2,000 still open').waitFor()
  await page.getByText('Nearly done: open the link in the message we sent, and confirm there.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Confirm my pledge' }).count()).toBe(0)
  await page.goto(`${link}?yes=${yes}`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, 'asked')
  await scripted(page)
  await page.getByRole('button', { name: 'Confirm my pledge' }).click()
  await page.getByText('Thank you! Your pledge counts for the fundraiser').first().waitFor()
  await page.waitForURL(`${link}?yes=${yes}`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, 'pledge')
  await scripted(page)
  await page.getByLabel('Amount').fill('500')
  await page.getByRole('button', { name: /^Pay .*M-Pesa$/ }).click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor({ timeout: 20_000 })
  // It was started from the pledge: nobody is asked what it is for.
  await expect.poll(() => page.getByText('Is this gift for your pledge?').count()).toBe(0)
  const stillOpen = async (words: string) =>
    expect
      .poll(
        async () => {
          await page.goto(link)
          return page.getByText(words).count()
        },
        { timeout: 20_000 },
      )
      .toBe(1)
  await stillOpen('KES 1,500 still open')
  const list = await ownPage(owner, `/fund-drive/${slug}/pledges`)
  await scripted(list)
  const row = list.getByRole('row').filter({ hasText: 'Amina Yusuf' })
  await row.getByText('Part given').waitFor()
  await expect.poll(() => row.textContent()).toContain('0708 … 149')
  await row.getByRole('button', { name: 'Show' }).click()
  await row.getByText('0708 374 149').waitFor()
  await expectAccessible(list)
  await shot(list, 'owner')
  // Three days before the day. By the clock it is sent between 8 and 20 h; this is its email.
  await ask(
    { dataDir: inject('dataDir'), database: undefined },
    `select graphile_worker.add_job('mail-pledge', json_build_object('pledgeId', id, 'about', 0)) from pledges where email = $1`,
    [email],
  )
  const [reminder] = await mailsTo(email, /Your pledge is due soon/)
  expect(reminder!.text).toContain('KES 1,500')
  expect(reminder!.text).toContain(`${link}#reminders`)
  await page.goto(link)
  await scripted(page)
  await page.getByRole('button', { name: /^Pay .*M-Pesa$/ }).click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor({ timeout: 20_000 })
  await stillOpen('You have given all of it. Thank you!')
  await shot(page, 'kept')
  await list.reload()
  await row.getByText('Kept').waitFor()
  expect(faults).toEqual([])
})

test('the reader of a mail ends all mails about pledges, in the mail program or on a page, and has them again', {
  tags: ['night'],
}, async () => {
  const { slug } = await someDrive()
  const email = `${randomUUID()}@example.org`
  const promise = await visitor({ javaScript: false })
  await promise.page.goto(`/fundraiser/${slug}/pledge`)
  await promise.page.getByLabel('Amount').fill('2000')
  await promise.page.getByLabel('Name').fill('Amina Yusuf')
  await promise.page.getByLabel('or email').fill(email)
  await promise.page.getByRole('button', { name: 'I will give later' }).click()
  const [mail] = await mailsTo(email, /Your pledge is written down/)
  const link = /http\S+\?mails=\w{16}#mails/.exec(mail!.text)![0]
  const [, token, reader] = /\/pledge\/(\w{25})\?mails=(\w{16})/.exec(link)!
  // As a mail program sends it: without an Origin, a cookie or a page.
  const press = (proof: string) =>
    fetch(`${house()}/hooks/mails/${token}/${proof}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
  expect([(await press('0'.repeat(16))).status, (await press(reader!)).status]).toEqual([404, 200])
  const { page, faults } = await visitor({ width: 360 })
  await page.goto(`/hooks/mails/${token}/${reader}`)
  await page.waitForURL(link)
  await scripted(page)
  await page.getByText('We write nothing about pledges to this email address.').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, 'mails-stopped')
  await page.getByRole('button', { name: 'Write to me again' }).click()
  await page.getByText('We write about pledges to this email address again').first().waitFor()
  await page.getByRole('button', { name: 'Never write to this address again' }).click()
  await page.getByText('We write nothing about pledges to this email address.').waitFor()
  // The link of the pledge alone shows nothing of it.
  await page.goto(`/pledge/${token}`)
  await expect.poll(() => page.getByText('about pledges').count()).toBe(0)
  expect(faults).toEqual([])
})

test('the phone that promised gives on the public page: the giver says that the gift is for the pledge', {
  tags: ['night'],
}, async () => {
  const { slug } = await someDrive()
  const phone = '0708 374 109'
  const { page } = await visitor({ width: 360 })
  await page.goto(`/fundraiser/${slug}/pledge`)
  await scripted(page)
  await page.getByLabel('Amount').fill('1500')
  await page.getByLabel('Name').fill('Otieno')
  await page.getByLabel('Phone').fill(phone)
  await page.getByRole('button', { name: 'I will give later' }).click()
  await page.getByRole('link', { name: 'Open my pledge' }).click()
  await page.getByText('KES 1,500 still open').waitFor()
  const link = page.url()
  await page.goto(`/fundraiser/${slug}/donate`)
  await scripted(page)
  await page.getByText('KES 500', { exact: true }).click()
  await page.getByLabel('M-Pesa number').fill(phone)
  await page.getByRole('button', { name: /^Pay .*M-Pesa$/ }).click()
  await page.getByText('Is this gift for your pledge?').waitFor({ timeout: 20_000 })
  await shot(page, 'offered')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'This is for my pledge' }).click()
  await page.getByText('The gift counts for your pledge').first().waitFor()
  await page.getByText('Is this gift for your pledge?').waitFor({ state: 'detached' })
  await page.goto(link)
  await page.getByText('KES 1,000 still open').waitFor()
})

test('the organiser writes a pledge down, reminds on WhatsApp, records cash for it, and releases what is left', {
  tags: ['night'],
}, async () => {
  const owner = await someDrive()
  const { slug } = owner
  const page = await ownPage(owner, `/fund-drive/${slug}/pledges`)
  await scripted(page)
  await page.getByText('No pledges yet').waitFor()
  await page.getByRole('link', { name: 'Write down a pledge' }).click()
  await scripted(page)
  await page.getByLabel('Who promised').fill('Mama Njeri')
  await page.getByLabel('Amount').fill('5000')
  await page.getByLabel('Phone').fill('0712 345 678')
  await expectAccessible(page)
  await shot(page, 'write')
  await page.getByRole('button', { name: 'Write down the pledge' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Mama Njeri' })
  await row.getByText('written down by').waitFor()
  const remind = await row.getByRole('link', { name: 'Remind on WhatsApp' }).getAttribute('href')
  const answer = await page.request.get(remind!, { maxRedirects: 0 })
  expect(decodeURIComponent(answer.headers().location!)).toMatch(
    /^https:\/\/wa\.me\/254712345678\?text=Hello Mama Njeri! You pledged KES 5,000 .*\/pledge\/\w{25}/,
  )
  await row.getByRole('link', { name: 'Paid outside Harambee' }).click()
  await scripted(page)
  await page.getByLabel('Amount').fill('2000')
  await page.getByLabel('How was it given?').selectOption('mpesa')
  await page.getByLabel('Code of the message').fill('skc12')
  await page.getByRole('button', { name: 'Record gift' }).click()
  await page.getByText('Use the 6 to 20 letters and digits of the code.').waitFor()
  const code = `SKC${ownDigits(7)}`
  await page.getByLabel('Code of the message').fill(code)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, 'paid-outside')
  await page.getByRole('button', { name: 'Record gift' }).click()
  await row.getByText('Part given').waitFor()
  await expect.poll(() => row.textContent()).toMatch(/KES\s2,000/)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page)
  await shot(page, 'owner-360')
  await page.getByLabel('Search').fill('Wanjiru')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('No such pledges').waitFor()
  await page.getByLabel('Search').fill('678')
  await page.getByRole('button', { name: 'Search' }).click()
  await row.waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await row.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the pledge' }).click()
  await row.getByText('Cancelled').waitFor()
  await page.waitForURL((url) => url.search === '?search=678')
})
