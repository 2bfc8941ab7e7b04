import { index, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/landing/page.tsx'),
  ...prefix('auth', [
    index('routes/auth/page.tsx'),
    route('sign-in', 'routes/auth/sign-in.tsx'),
    route('sign-up', 'routes/auth/sign-up.tsx'),
    route('two-factor', 'routes/auth/two-factor.tsx'),
    route('verify', 'routes/auth/verify.tsx'),
    route('resend', 'routes/auth/resend.tsx'),
    route('forgot', 'routes/auth/forgot.tsx'),
    route('reset', 'routes/auth/reset.tsx'),
  ]),
  route('sign-out', 'routes/sign-out.ts'),
  route('language', 'routes/language.ts'),
  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/page.tsx'),
    route('dashboard', 'routes/admin/page.tsx', { id: 'admin-dashboard' }),
  ]),
  route('session', 'routes/machine/session.ts'),
  route('live', 'routes/machine/live.ts'),
  route('media/*', 'routes/machine/media.ts'),
  route('sandbox/mailbox.json', 'routes/machine/sandbox-mailbox.ts', { id: 'mailbox.json' }),
  route('sandbox/mailbox/*', 'routes/machine/sandbox-mailbox.ts'),
  route('sandbox/kit', 'routes/sandbox/kit.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
