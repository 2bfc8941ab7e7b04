import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

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
  ...prefix('fundraiser/:slug', [
    index('routes/fundraiser/page.tsx'),
    route('comment', 'routes/fundraiser/comment.tsx'),
    route('comments.json', 'routes/fundraiser/comments-json.ts'),
    route('like', 'routes/fundraiser/like.ts'),
    route('book-visit', 'routes/fundraiser/book-visit.tsx'),
    route('seen.gif', 'routes/fundraiser/seen.ts'),
  ]),
  // A drive's owner is sent on to the campaign's first page; everybody else gets the public page.
  route('fund-drive/:slug', 'routes/fundraiser/page.tsx', { id: 'fund-drive' }),
  layout('routes/drive/layout.tsx', [
    ...prefix('fund-drive/:slug', [
      route('home', 'routes/drive/home.tsx'),
      route('qr.png', 'routes/drive/qr.ts'),
      route('poster', 'routes/drive/poster.tsx'),
      route('info', 'routes/drive/info.tsx'),
      route('description', 'routes/drive/description.tsx'),
      route('images', 'routes/drive/images.tsx'),
      route('video', 'routes/drive/video.tsx'),
      route('donations', 'routes/drive/donations.tsx'),
      route('payouts', 'routes/drive/payouts.tsx'),
      route('comments', 'routes/drive/comments.tsx'),
      route('rsvps', 'routes/drive/rsvps.tsx'),
      route('analytics', 'routes/drive/analytics.tsx'),
      route('analytics.csv', 'routes/drive/analytics-csv.ts'),
      route('settings', 'routes/drive/settings.tsx'),
    ]),
  ]),
  layout('routes/dashboard/layout.tsx', [
    // The form that opens a drive stands over the dashboard.
    route('dashboard', 'routes/dashboard/page.tsx', [route('new', 'routes/dashboard/new.tsx')]),
    route('dashboard/picture', 'routes/dashboard/picture.ts'),
  ]),
  layout('routes/profile/layout.tsx', [
    ...prefix('profile', [
      index('routes/profile/page.tsx'),
      route('save', 'routes/profile/save.tsx'),
      route('avatar', 'routes/profile/avatar.ts'),
      route('avatar/remove', 'routes/profile/remove-avatar.ts'),
    ]),
  ]),
  layout('routes/settings/layout.tsx', [
    route('settings', 'routes/settings/page.tsx', [route('delete-account', 'routes/settings/delete-account.tsx')]),
    ...prefix('settings', [
      route('password', 'routes/settings/password.tsx'),
      route('sign-out-session', 'routes/settings/sign-out-session.ts'),
      route('sign-out-everywhere', 'routes/settings/sign-out-everywhere.ts'),
      route('preferences', 'routes/settings/preferences.ts'),
      route('data', 'routes/settings/data.ts'),
      route('two-factor/start', 'routes/settings/two-factor/start.tsx'),
      route('two-factor/confirm', 'routes/settings/two-factor/confirm.tsx'),
      route('two-factor/backup-codes', 'routes/settings/two-factor/backup-codes.tsx'),
      route('two-factor/off', 'routes/settings/two-factor/off.tsx'),
    ]),
  ]),
  route('sign-out', 'routes/sign-out.ts'),
  route('language', 'routes/language.ts'),
  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/page.tsx'),
    route('dashboard', 'routes/admin/page.tsx', { id: 'admin-dashboard' }),
  ]),
  route('api/track-view', 'routes/machine/track-view.ts'),
  route('session', 'routes/machine/session.ts'),
  route('live', 'routes/machine/live.ts'),
  route('media/*', 'routes/machine/media.ts'),
  route('sandbox/mailbox.json', 'routes/machine/sandbox-mailbox.ts', { id: 'mailbox.json' }),
  route('sandbox/mailbox/*', 'routes/machine/sandbox-mailbox.ts'),
  route('sandbox/kit', 'routes/sandbox/kit.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
