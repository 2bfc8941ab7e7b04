import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { dayIn } from '#test/gatherings.ts'
import { sendCutOff } from './cut-off.ts'
import { ask } from './database.ts'
import { someDrive } from './drive.ts'
import { hostOf, later, someGuest, someInvitation } from './invitation.ts'
import { signedIn } from './session.ts'
import { mailsTo, scripted, visitor } from './visitor.ts'

// What is sent is there once, whatever became of the answer. Forms that are gone back to are in app/routes/sent-again.test.ts.

const place = { dataDir: inject('dataDir') }
type Filled = Record<string, string>

const count = async (query: string, ...values: unknown[]): Promise<number> =>
  Number((await ask(place, `select count(*) as n ${query}`, values))[0]!.n)

async function fill(page: Page, fields: Filled) {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`[name="${name}"]`)
    if (await field.evaluate((one) => one.tagName === 'SELECT')) await field.selectOption(value)
    else await field.fill(value)
  }
}

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await scripted(page)
}

test('a part of a pledge that is paid by card: an answer was cut off, and pressed again it is the same payment', async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ width: 360 })
  const email = `${crypto.randomUUID()}@example.org`
  await open(page, `/fundraiser/${slug}/pledge`)
  await fill(page, { amount: '2000', name: 'Amina Yusuf', email })
  await page.getByRole('button', { name: 'I will give later' }).click()
  const [mail] = await mailsTo(email, /Your pledge is written down/)
  await open(page, new URL(/http\S+\/pledge\/\w{25}/.exec(mail!.text)![0]).pathname)
  await page.getByLabel('Amount').fill('500')
  await page.getByText('Card or bank', { exact: true }).click()
  const pay = () => page.getByRole('button', { name: 'Pay by card or bank' }).click()
  await sendCutOff(page, pay)
  const here = page.url()
  await pay()
  await page.waitForURL((url) => url.href !== here)
  await expect
    .poll(() => count('from payments p join fund_drives d on d.id = p.fund_drive_id where d.slug = $1', slug))
    .toBe(1)
})

test('a report: an answer was cut off, and pressed again one letter is filed', { tags: ['night'] }, async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ width: 360 })
  const message = `Nobody knows this patient ${crypto.randomUUID()}`
  await open(page, `/fundraiser/${slug}/report`)
  await fill(page, { message, reason: 'The story is not true' })
  const send = () => page.getByRole('button', { name: 'Send report' }).click()
  await sendCutOff(page, send)
  await send()
  await page.getByText('Report sent').first().waitFor()
  await expect.poll(() => count('from support_letters where message = $1', message)).toBe(1)
})

test('a comment: an answer was cut off, and pressed again one is posted', { tags: ['night'] }, async () => {
  const { slug } = await someDrive()
  const { page } = await visitor({ width: 360 })
  const content = `Pole sana ${crypto.randomUUID()}`
  await open(page, `/fundraiser/${slug}/comment`)
  await fill(page, { content })
  const send = () => page.getByRole('button', { name: 'Post Comment' }).click()
  await sendCutOff(page, send)
  await send()
  await page.waitForURL('**?tab=comments')
  await expect.poll(() => count('from fund_drive_comments where content = $1', content)).toBe(1)
})

test('a visit: an answer was cut off, and from the dialog that was closed and opened again one is booked', {
  tags: ['night'],
}, async () => {
  const { slug } = await someDrive()
  const { page } = await visitor()
  const email = `${crypto.randomUUID()}@example.org`
  await open(page, `/fundraiser/${slug}`)
  const opener = page.getByRole('button', { name: 'RSVP' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Book a Visit' })
  await dialog.getByLabel('Full Name').fill('Amina Yusuf')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Phone').fill('0712 345 678')
  await dialog.getByLabel('Visit Date').fill(dayIn(3))
  const send = () => dialog.getByRole('button', { name: 'Ask to visit' }).click()
  await sendCutOff(page, send)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await opener.click()
  await expect.poll(() => dialog.getByLabel('Email').inputValue()).toBe(email)
  await send()
  await page.getByText('Reservation Request Submitted!').first().waitFor()
  await expect.poll(() => count('from fund_drive_reservations where email = $1', email)).toBe(1)
})

type Form = {
  /** Signs its person in, and says where it is. */
  at: () => Promise<{ page: Page; path: string }>
  typed: (mark: string) => Filled
  button: string | RegExp
  /** What is pressed before, where a form is looked at before it is sent. */
  first?: string
  done: string
  rows: (mark: string) => Promise<number>
}

const mine = (path: string) => async () => ({
  page: (await signedIn({ width: 360 })).page,
  path,
})
const hosts =
  (path: string, before?: (invitation: Awaited<ReturnType<typeof someInvitation>>) => Promise<unknown>) => async () => {
    const invitation = await someInvitation()
    await before?.(invitation)
    const { page } = await hostOf(invitation, { width: 360 })
    return { page, path: `/gathering/${invitation.slug}${path}` }
  }

const forms: Record<string, Form> = {
  'a household': {
    at: mine('/kumbukumbu/add'),
    typed: (mark) => ({ name: `Baba Otieno ${mark}`, people: '3', words: 'Waliimba' }),
    button: 'Add household',
    done: 'Household added',
    rows: (mark) => count('from remembered where name = $1', `Baba Otieno ${mark}`),
  },
  'a guest': {
    at: hosts('/guests/add'),
    typed: (mark) => ({ name: `Mama Njeri ${mark}`, note: 'Aunt of the bride' }),
    button: 'Add guest',
    done: 'Guest added',
    rows: (mark) => count('from supporters where name = $1', `Mama Njeri ${mark}`),
  },
  'a message': {
    at: hosts('/messages/new?kind=note', (invitation) => someGuest(invitation)),
    typed: (mark) => ({ words: `Bring a torch ${mark}` }),
    first: 'See it before you send it',
    button: /^Send to 1 guest/,
    done: 'Message queued for 1 guest',
    rows: (mark) =>
      count(
        `from messages m where m.made_by is not null and m.gathering_id in
          (select gathering_id from messages where words = $1)`,
        `Bring a torch ${mark}`,
      ),
  },
  'an invitation': {
    at: mine('/dashboard/invite'),
    typed: (mark) => ({ title: `Wanjiku ${mark}`, hosts: 'Familia', day: dayIn(30), time: '10:00' }),
    button: 'Save invitation',
    done: 'Invitation saved',
    rows: (mark) => count('from gatherings where title = $1', `Wanjiku ${mark}`),
  },
  'a post': {
    at: hosts('/after', (invitation) => later(invitation, 'over')),
    typed: (mark) => ({ words: `Asanteni ${mark}` }),
    button: 'Post',
    done: 'Posted',
    rows: (mark) =>
      count(
        'from gathering_posts where gathering_id in (select gathering_id from gathering_posts where words = $1)',
        `Asanteni ${mark}`,
      ),
  },
}

async function filled({ at, typed, button, first }: Form) {
  const { page, path } = await at()
  await open(page, path)
  const mark = crypto.randomUUID().slice(0, 8)
  await fill(page, typed(mark))
  const last = page.getByRole('button', { name: button, exact: true })
  const look = async () => {
    if (!first || (await last.isVisible())) return
    await page.getByRole('button', { name: first, exact: true }).click()
    await last.waitFor()
  }
  await look()
  const send = async () => {
    await look()
    await last.click()
  }
  const done = (words: string) => page.getByText(words, { exact: true }).first().waitFor()
  return { page, mark, send, done }
}

test.each(Object.entries(forms))(
  '%s: an answer was cut off, and pressed again it is there once',
  {
    tags: ['night'],
  },
  async (_, form) => {
    const { page, mark, send, done } = await filled(form)
    await sendCutOff(page, send)
    await send()
    await done(form.done)
    expect(await form.rows(mark)).toBe(1)
  },
)

test('a guest: what is typed over a form that arrived is told apart', { tags: ['night'] }, async () => {
  const form = forms['a guest']!
  const { page, mark, send, done } = await filled(form)
  await sendCutOff(page, send)
  await fill(page, { note: 'Aunt of the groom' })
  await send()
  await page.getByText('this form was used for another guest').first().waitFor()
  await expect.poll(() => page.locator('[name=note]').inputValue()).toBe('Aunt of the groom')
  expect(await form.rows(mark)).toBe(1)
  await send()
  await done(form.done)
  expect(await form.rows(mark)).toBe(2)
})

test('two posts one after the other from one page are two', { tags: ['night'] }, async () => {
  const { page, mark, send } = await filled(forms['a post']!)
  await send()
  await page.getByText('Posted', { exact: true }).first().waitFor()
  await expect.poll(() => page.locator('[name=words]').inputValue()).toBe('')
  await fill(page, { words: 'Asanteni sana' })
  await send()
  await expect.poll(() => forms['a post']!.rows(mark)).toBe(2)
})
