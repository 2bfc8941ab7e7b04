import { expect, test } from 'vitest'
import { signedIn } from './session.ts'
import {
  fillSignUp,
  leave,
  linkIn,
  mailsTo,
  meanwhile,
  scripted,
  signIn,
  signUp,
  somePerson,
  verify,
  visitor,
} from './visitor.ts'

// A person joins: sign up, verify by mail, sign in, sign out. In both ways a browser can do it.

test('a person signs up, confirms the address, signs in, and signs out to the landing page [T32]', async () => {
  const { page, faults } = await visitor()
  const who = somePerson('Achieng Otieno')
  await page.goto('/auth')
  await page.getByText('Join our community of changemakers').waitFor()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillSignUp(page, who)
  await meanwhile(
    page,
    '**/auth/sign-up.data*',
    () => page.getByRole('button', { name: 'Create Account' }).click(),
    () => page.getByRole('button', { name: 'Creating account...' }).waitFor(),
  )
  await page.getByText('Sign up successful!').first().waitFor()
  await page.getByText('Please check your email to verify your account.').first().waitFor()
  await expect.poll(() => page.getByRole('tab', { name: 'Sign In' }).getAttribute('aria-selected')).toBe('true')

  const [mail] = await mailsTo(who.email)
  expect(mail!.html).toContain(linkIn(mail!).split('?')[0])
  await verify(page, who)
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await page.getByRole('heading', { name: /Good (Morning|Afternoon|Evening)/ }).waitFor()
  await expect.poll(() => page.getByText('Welcome back!').count()).toBe(0)
  await leave(page)
  await page.goto('/auth')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await meanwhile(
    page,
    '**/auth/sign-in.data*',
    () => page.locator('form').getByRole('button', { name: 'Sign In' }).click(),
    () => page.getByRole('button', { name: 'Signing in...' }).waitFor(),
  )
  await page.getByText('Welcome back!').first().waitFor()
  await page.getByText("You've been signed in successfully.").first().waitFor()
  await page.getByRole('heading', { name: new RegExp(`Good (Morning|Afternoon|Evening).*${who.fullName}`) }).waitFor()

  await page.goto('/auth')
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(faults).toEqual([])
})

test('joining works without JavaScript [T363]', async () => {
  const { page } = await visitor({ javaScript: false })
  const who = somePerson()
  await signUp(page, who)
  expect(page.url()).not.toContain(who.email)
  await page.getByText(`Check your email at ${who.email}`).waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(who.email)
  await verify(page, who)
  await leave(page)
  await signIn(page, who)
  await page.getByText('Welcome back!').waitFor()
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
})

test('switching between the tabs clears the fields, and needs no network [T46]', async () => {
  const { page, context } = await visitor()
  await page.goto('/auth')
  await page.waitForLoadState('networkidle')
  await scripted(page)
  await context.setOffline(true)
  await page.getByLabel('Email').fill('typed@example.org')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('')
  await page.getByLabel('Full Name').fill('Typed')
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('')
})

test('the password can be shown and hidden [T48]', async () => {
  const { page } = await visitor()
  await page.goto('/auth')
  await scripted(page)
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('siri-yangu')
  await expect.poll(() => field.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.poll(() => field.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect.poll(() => field.getAttribute('type')).toBe('password')
})

test('Back to Home leads to the landing page [T47]', async () => {
  const { page } = await visitor()
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

for (const javaScript of [true, false]) {
  const how = javaScript ? 'with' : 'without'

  test(`what was typed stays when sign-up is refused, the words are at the field (${how} JavaScript) [T50]`, async () => {
    const { page } = await visitor({ javaScript })
    const first = somePerson()
    await signUp(page, first)
    await verify(page, first)
    await leave(page)
    await page.goto('/auth?tab=sign-up')
    await page.getByLabel('Full Name').fill('Otieno')
    await page.getByLabel('Username').fill(first.username.toUpperCase())
    await page.getByLabel('Email').fill(somePerson().email)
    await page.getByLabel('Password', { exact: true }).fill('maji-moto')
    await page
      .locator('form')
      .getByRole('button', { name: /sign up|create account/i })
      .click()
    const username = page.getByLabel('Username')
    await expect.poll(() => username.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => username.inputValue()).toBe(first.username.toUpperCase())
    await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Otieno')
    const words = await page
      .locator(`#${(await username.getAttribute('aria-describedby'))!.split(' ').join(', #')}`)
      .allTextContents()
    expect(words.join(' ')).toMatch(/taken/i)
    // The toast has them in its second line, too.
    if (javaScript) {
      await page.getByText('Sign up failed').waitFor()
      await expect.poll(() => page.getByText('This username is already taken.').count()).toBe(2)
    }
  })

  test(`a wrong password and an unknown address are told the same (${how} JavaScript) [T49]`, async () => {
    const who = somePerson()
    await signUp((await visitor()).page, who)
    const { page } = await visitor({ javaScript })
    const told: string[] = []
    for (const email of [who.email, somePerson().email]) {
      await page.goto('/auth')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('si-hii-hapa')
      await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
      await page.getByText('Sign in failed').waitFor()
      await expect.poll(() => page.getByText('Sign in failed').count()).toBe(1)
      // At the form, and in the second line of the toast.
      await expect.poll(() => page.getByText('Invalid email or password.').count()).toBe(javaScript ? 2 : 1)
      await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
      told.push((await page.locator('main').textContent())!.replaceAll(email, ''))
    }
    expect(told[0]).toBe(told[1])
  })

  test(`who has not confirmed the address is told so and can have the mail sent again (${how} JavaScript)`, async () => {
    const { page } = await visitor({ javaScript })
    const who = somePerson()
    await signUp(page, who)
    await mailsTo(who.email)
    await page.goto('/auth')
    await page.getByLabel('Email').fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
    // It takes the place of what the page said after signing up, which has such a button, too.
    await page.getByText('Almost there').waitFor()
    await page.getByRole('button', { name: /again|resend/i }).click()
    await expect.poll(async () => (await mailsTo(who.email)).length).toBe(2)
  })

  test(`who goes to a page that asks for sign-in is brought back there afterwards (${how} JavaScript) [T279]`, async () => {
    const { page } = await visitor({ javaScript })
    const who = somePerson()
    await signUp(page, who)
    await verify(page, who)
    await leave(page)
    await page.goto('/settings')
    await page.waitForURL('**/auth**')
    await page.getByLabel('Email').fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/settings')
  })

  test(`a forgotten password is set anew by mail, and the old one is over (${how} JavaScript)`, async () => {
    const { page } = await visitor({ javaScript })
    const who = somePerson()
    await signUp(page, who)
    await verify(page, who)
    await leave(page)
    await page.goto('/auth')
    await page.getByRole('link', { name: /forgot/i }).click()
    await page.waitForURL('**/auth/forgot')
    await page.getByLabel('Email').fill(who.email)
    await page
      .locator('form')
      .getByRole('button', { name: /send|reset/i })
      .click()
    const mail = (await mailsTo(who.email, /password/i)).find((one) => /password/i.test(one.subject))!
    await page.goto(linkIn(mail))
    await page.getByLabel('New password', { exact: true }).fill('mpya-kabisa-9')
    await page
      .locator('form')
      .getByRole('button', { name: /password/i })
      .last()
      .click()
    await page.waitForURL((url) => url.pathname === '/auth')
    await signIn(page, { email: who.email, password: 'mpya-kabisa-9' })

    const other = await visitor({ javaScript })
    await other.page.goto('/auth')
    await other.page.getByLabel('Email').fill(who.email)
    await other.page.getByLabel('Password', { exact: true }).fill(who.password)
    await other.page.locator('form').getByRole('button', { name: 'Sign In' }).click()
    await other.page.getByText('Sign in failed').waitFor()
    await page.goto(linkIn(mail))
    expect(await page.getByLabel('New password', { exact: true }).count(), 'the link works once').toBe(0)
  })
}

for (const javaScript of [true, false]) {
  const how = javaScript ? 'with' : 'without'

  test(`Start Fundraising leads a stranger by sign up and the email to the form of a new drive (${how} JavaScript) [T384]`, async () => {
    const { page } = await visitor({ javaScript, width: 360 })
    await page.goto('/')
    await page.getByRole('link', { name: 'Start Fundraising' }).locator('visible=true').first().click()
    await page.waitForURL('**/auth?tab=sign-up**')
    const wrong = somePerson()
    await fillSignUp(page, wrong)
    const create = page.locator('form').getByRole('button', { name: 'Create Account' })
    await create.click()
    await page.getByText(`Check your email at ${wrong.email}`).waitFor()

    // The address had a slip in it: name and username need not be typed again, and the username is not taken.
    await page.getByRole('link', { name: 'Wrong address?' }).click()
    const email = somePerson().email
    await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe(wrong.fullName)
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe(wrong.username)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(wrong.password)
    await create.click()
    await page.getByText(`Check your email at ${email}`).waitFor()
    await mailsTo(email)
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2)

    await verify(page, { ...wrong, email })
    await page.getByRole('link', { name: 'Start your fund drive' }).click()
    await page.waitForURL('**/dashboard/new')
    await page.getByRole('dialog').waitFor()
    await leave(page)
    await page.goto('/')
    await page.getByRole('link', { name: 'Start Fundraising' }).locator('visible=true').first().click()
    await page.waitForURL((url) => url.pathname === '/auth')
    expect(new URL(page.url()).searchParams.get('tab'), 'this browser is no stranger’s any more').toBe(null)
  })

  test(`on another device the link asks for the password of the sign-up; opening it changes nothing (${how} JavaScript)`, async () => {
    const here = await visitor({ javaScript })
    const who = somePerson()
    await signUp(here.page, who)
    const [mail] = await mailsTo(who.email)
    const { page } = await visitor({ javaScript, width: 360 })
    for (let nr = 0; nr < 3; nr++) await page.goto(linkIn(mail!))
    await page.getByLabel('Password', { exact: true }).fill('not-this-one')
    await page.getByRole('button', { name: 'Confirm my email address' }).click()
    await page.getByText('This is not the password of that sign-up.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: 'Confirm my email address' }).click()
    await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
    await page.getByText(who.username).waitFor()
    await here.page.goto(linkIn(mail!))
    await here.page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  })
}

test('a double click on Create Account makes one person', async () => {
  const { page } = await visitor()
  const who = somePerson()
  await page.goto('/auth?tab=sign-up')
  await fillSignUp(page, who)
  await page
    .locator('form')
    .getByRole('button', { name: /sign up|create account/i })
    .dblclick()
  await page.getByText('Sign up successful!').first().waitFor()
  expect(await mailsTo(who.email)).toHaveLength(1)
})

test('a click after the session has ended leads through signing in to the page that was wanted', async () => {
  const { page, context, who } = await signedIn()
  // The page itself does not notice first.
  await page.route('**/session', (route) => route.abort())
  await page.goto('/settings/two-factor/start')
  await context.clearCookies({ name: /session/ })
  await page.getByRole('link', { name: 'Settings' }).locator('visible=true').first().click()
  await page.waitForURL('**/auth?to=%2Fsettings')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/settings')
  await page.getByRole('heading', { name: 'Active sessions' }).waitFor()
})

test('what is missing or not right is said at its field in the language of the page, before anything is sent [T169]', async () => {
  const { page } = await visitor({ width: 360 })
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.goto('/auth?tab=sign-up')
  await page.waitForLoadState('networkidle')
  const create = page.getByRole('button', { name: 'Create Account' })
  await create.click()
  const missing = page.getByText(/^(Enter your (name|email)|Choose a password|Fill in “Username”)$/)
  await expect.poll(() => missing.count()).toBe(4)
  const name = page.getByLabel('Full Name')
  await expect.poll(() => name.evaluate((control) => control === document.activeElement)).toBe(true)
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')

  await name.fill('Achieng Otieno')
  // With the name a username is there, too.
  await expect.poll(() => missing.count()).toBe(2)
  await expect.poll(() => page.getByLabel('Username').inputValue()).toMatch(/^achieng-otieno-\d{4}$/)
  await page.getByLabel('Username').fill('two words')
  await page.getByLabel('Email').fill('no address')
  await page.getByLabel('Password', { exact: true }).pressSequentially('short')
  await create.click()
  await page.getByText('Please enter a valid email address.').waitFor()
  await page.getByText('Please use at least 6 characters.').waitFor()
  await expect.poll(() => page.getByText('3 to 30 characters').count()).toBe(1)
  await page.goto('/auth')
  await page.waitForLoadState('networkidle')
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('You must provide either an email or phone number and a password').waitFor()
  expect(posts).toEqual([])
})

test('the first stop of the Tab key leads over the bar to what the page is about', async () => {
  const { page } = await visitor()
  for (const path of ['/', '/auth', '/nowhere']) {
    await page.goto(path)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName), path).toBe('MAIN')
  }
})
