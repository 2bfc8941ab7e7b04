import { expect, test } from 'vitest'
import { signedIn } from './session.ts'
import { fillSignUp, leave, linkIn, mailsTo, meanwhile, scripted, somePerson, verify, visitor } from './visitor.ts'

// A person joins: sign up, verify by mail, sign in, sign out. What pages say without a script is in app/people/sign-in/public/join.test.ts.

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

test('the tabs clear the fields, the password is shown and hidden, and neither needs a network [T46]', async () => {
  const { page, context } = await visitor()
  await page.goto('/auth')
  await page.waitForLoadState('networkidle')
  await scripted(page)
  await context.setOffline(true)
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('siri-yangu')
  await expect.poll(() => field.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.poll(() => field.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect.poll(() => field.getAttribute('type')).toBe('password')
  await page.getByLabel('Email').fill('typed@example.org')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('')
  await page.getByLabel('Full Name').fill('Typed')
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('')
})

test('a refused sign-in and a refused sign-up say why in the toast and at the form, and keep what was typed [T50]', async () => {
  const { page } = await visitor()
  const { who } = await signedIn()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill('si-hii-hapa')
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Sign in failed').waitFor()
  await expect.poll(() => page.getByText('Invalid email or password.').count()).toBe(2)
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(who.email)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillSignUp(page, { ...somePerson('Otieno'), username: who.username.toUpperCase() })
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByText('Sign up failed').waitFor()
  await expect.poll(() => page.getByText('This username is already taken.').count()).toBe(2)
  await expect.poll(() => page.getByLabel('Username').getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Otieno')
})

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

test('the first stop of the Tab key leads over the bar to what the page is about', { tags: ['night'] }, async () => {
  const { page } = await visitor()
  for (const path of ['/', '/auth', '/nowhere']) {
    await page.goto(path)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName), path).toBe('MAIN')
  }
})
