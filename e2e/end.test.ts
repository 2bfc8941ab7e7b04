/** @module-tag night */
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freePort, processesOn, until } from '#test/product.ts'
import { ask } from './database.ts'
import { type House, openHouse } from './house.ts'
import { signedIn } from './session.ts'
import { address, mailsTo, somePerson } from './visitor.ts'

// The end, asked for or not, while people are in the middle of something.

const open: House[] = []
afterEach(async () => {
  for (const house of open.splice(0)) await house.stop()
})

test('a form that is being sent when the product is told to close is answered', async () => {
  const house = await openHouse()
  open.push(house)
  const { page } = await signedIn({ url: house.url })
  await page.goto('/profile', { waitUntil: 'networkidle' })
  await page.getByLabel('Full Name').fill('Njeri Wa Mwisho')
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  // The house is told to close while the form is on its way: behind a proxy it still takes what comes for a moment.
  await page.route('**/profile/save.data*', async (route) => {
    house.child.kill('SIGTERM')
    await route.continue()
  })
  const closed = new Promise((resolve) => house.child.once('exit', resolve))
  await page.getByRole('button', { name: /^save/i }).click()
  expect((await answered).status()).toBe(200)
  await page
    .getByText(/updated|saved/i)
    .first()
    .waitFor()
  await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Njeri Wa Mwisho')
  expect(await closed).toBe(0)
})

const signUp = (url: string, who: ReturnType<typeof somePerson>) =>
  fetch(`${url}/auth/sign-up`, {
    method: 'POST',
    headers: {
      origin: url,
      'x-forwarded-for': address(),
    },
    body: new URLSearchParams(who),
    redirect: 'manual',
  }).then(
    ({ status }) => status,
    () => 0,
  )

const halfMade = `
  select count(*)::int as people from users u
  where not exists (select from profiles where user_id = u.id) or not exists (select from accounts where user_id = u.id)`

test('kill -9 while people sign up: the person who was told that it worked is there once and can sign in, nobody is half made', async () => {
  const port = String(await freePort())
  let house = await openHouse({ PORT: port })
  const { dataDir } = house
  const told: ReturnType<typeof somePerson>[] = []
  const everybody: string[] = []
  for (let round = 0; round < 5; round++) {
    const people = Array.from({ length: 6 }, () => somePerson())
    everybody.push(...people.map(({ email }) => email))
    const sent = people.map((who) => signUp(house.url, who))
    // Some are answered, some are in the middle: the moment differs from round to round.
    await (round % 2 ? Promise.race(sent) : new Promise((resolve) => setTimeout(resolve, 60 + 90 * round)))
    const gone = new Promise((resolve) => house.child.once('exit', resolve))
    house.child.kill('SIGKILL')
    await gone
    const answers = await Promise.all(sent)
    told.push(...people.filter((_, nr) => answers[nr] === 303))
    await until(
      () => processesOn(path.join(fs.realpathSync(dataDir), 'postgres')).length === 0,
      'its database ended too',
    )
    house = await openHouse({ PORT: port, DATA_DIR: dataDir })
  }
  open.push(house)
  expect(told.length).toBeGreaterThan(0)
  expect(await ask(house, halfMade)).toEqual([{ people: 0 }])
  const rows = await ask(house, 'select email, count(*)::int as times from users where email = any($1) group by 1', [
    everybody,
  ])
  expect(rows.filter(({ times }) => times !== 1)).toEqual([])
  const known = new Set(rows.map(({ email }) => email))
  expect(told.filter(({ email }) => !known.has(email))).toEqual([])
  // What a killed product was doing is taken over when the next one starts, or at its next look, 5 seconds later, and a
  // job that failed meanwhile is tried again after 3 to 7: on a slow machine half a minute is enough for all of it.
  for (const who of told) expect((await mailsTo(who.email, undefined, house.url, 30)).length).toBeGreaterThan(0)
  await ask(house, 'update users set email_verified = true where email = any($1)', [everybody])
  for (const { email, password } of told) {
    const answer = await fetch(`${house.url}/auth/sign-in`, {
      method: 'POST',
      headers: { origin: house.url, 'x-forwarded-for': `10.2.0.${told.findIndex((who) => who.email === email) + 1}` },
      body: new URLSearchParams({ email, password }),
      redirect: 'manual',
    })
    expect(answer.headers.get('location')).toBe('/dashboard')
  }
}, 180_000)
