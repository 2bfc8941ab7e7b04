import { index, prefix, route } from '@react-router/dev/routes'

// The addresses of the back office; hosts' and guests' of invitations are in host-routes.ts and guest-routes.ts, all others in routes.ts.

/** The file of a list: its address is the page's with `.csv`. */
const file = (address: string) => route(`${address}.csv`, 'routes/admin/list-csv.ts', { id: `${address}.csv` })

export const office = route('admin', 'routes/admin/layout.tsx', [
  index('routes/admin/page.tsx'),
  route('dashboard', 'routes/admin/page.tsx', { id: 'admin-dashboard' }),
  route('search', 'routes/admin/search.tsx', { id: 'admin-search' }),
  route('settings', 'routes/admin/settings.tsx', { id: 'admin-settings' }),
  route('settings/choose', 'routes/admin/choose.ts'),
  route('settings/page', 'routes/admin/page-save.ts'),
  route('settings/package', 'routes/admin/package-save.ts'),
  route('settings/package/close', 'routes/admin/package-close.ts'),
  route('confirm', 'routes/admin/confirm.tsx', { id: 'admin-confirm' }),
  route('audit', 'routes/admin/audit.tsx'),
  file('audit'),
  route('jobs', 'routes/admin/jobs.tsx'),
  file('jobs'),
  route('jobs/again', 'routes/admin/job-again.ts'),
  route('jobs/drop', 'routes/admin/job-drop.ts'),
  route('system-users', 'routes/admin/system-users.tsx'),
  file('system-users'),
  // What is decided about a person stands over their page; so it is with drives.
  route('system-users/:id', 'routes/admin/system-user.tsx', [
    route('suspend', 'routes/admin/system-user-suspend.tsx'),
    route('restore', 'routes/admin/system-user-restore.tsx'),
    route('end-sessions', 'routes/admin/system-user-end-sessions.tsx'),
    route('role', 'routes/admin/system-user-role.tsx'),
    route('email', 'routes/admin/system-user-email.tsx'),
    route('phone', 'routes/admin/system-user-phone.tsx'),
  ]),
  route('system-users/:id/resend', 'routes/admin/system-user-resend.ts'),
  route('fund-drives', 'routes/admin/fund-drives.tsx'),
  file('fund-drives'),
  route('fund-drives/:slug', 'routes/admin/fund-drive.tsx', [
    route('pause', 'routes/admin/fund-drive-pause.tsx'),
    route('open', 'routes/admin/fund-drive-open.tsx'),
    route('freeze', 'routes/admin/fund-drive-freeze.tsx'),
    route('free', 'routes/admin/fund-drive-free.tsx'),
    route('hide-recorded', 'routes/admin/fund-drive-hide-recorded.tsx'),
    route('show-recorded', 'routes/admin/fund-drive-show-recorded.tsx'),
    route('give-views', 'routes/admin/fund-drive-give-views.tsx'),
  ]),
  route('gatherings', 'routes/admin/gatherings.tsx'),
  file('gatherings'),
  route('gatherings/:slug', 'routes/admin/gathering.tsx', [
    route('stop', 'routes/admin/gathering-stop.tsx'),
    route('allow', 'routes/admin/gathering-allow.tsx'),
    route('photos/:photo/take-down', 'routes/admin/gathering-photo-down.tsx'),
    route('photos/:photo/keep', 'routes/admin/gathering-photo-keep.tsx'),
  ]),
  // The form that decides about a comment stands over the list.
  route('comments', 'routes/admin/comments.tsx', [
    route(':comment/release', 'routes/admin/comment-release.tsx'),
    route(':comment/hide', 'routes/admin/comment-hide.tsx'),
  ]),
  file('comments'),
  // The form that closes a message opens over the list.
  route('letters', 'routes/admin/letters.tsx', [route(':letter/close', 'routes/admin/letter-close.tsx')]),
  file('letters'),
  file('books/movements'),
  file('books/owed'),
  file('books/differences'),
  file('books/settlements'),
  file('books/unplaced'),
  // The decision about a statement is shown over the page.
  route('mpesa', 'routes/admin/mpesa.tsx', [
    route('statements/:statement/book', 'routes/admin/mpesa-book-statement.tsx'),
  ]),
  route('mpesa/balance', 'routes/admin/mpesa-balance.ts'),
  route('mpesa/tariffs', 'routes/admin/mpesa-tariffs.tsx'),
  route('mpesa/addresses', 'routes/admin/mpesa-addresses.tsx'),
  route('donations', 'routes/admin/donations.tsx'),
  file('donations'),
  // The forms that refund a donation are shown over its story.
  route('donations/:payment', 'routes/admin/donation.tsx', [
    route('refund', 'routes/admin/refund.tsx'),
    route('refund-sent', 'routes/admin/refund-sent.tsx'),
    route('refund-cancel', 'routes/admin/refund-cancel.tsx'),
    route('bank-details', 'routes/admin/bank-details.tsx'),
    route('claims/:claim', 'routes/admin/claim.tsx'),
  ]),
  route('donations/:payment/claims/:claim/number', 'routes/admin/claim-number.tsx'),
  route('refunds', 'routes/admin/refunds.tsx'),
  file('refunds'),
  route('revenue-sales', 'routes/admin/revenue-sales.tsx'),
  file('revenue-sales'),
  route('revenue-donations', 'routes/admin/revenue-donations.tsx'),
  file('revenue-donations'),
  // The forms that decide about a request stand over the list, or over the request's own page.
  route('withdrawal-requests', 'routes/admin/withdrawal-requests.tsx', [
    route(':payout/complete', 'routes/admin/complete-request.tsx'),
    route(':payout/decline', 'routes/admin/decline-request.tsx'),
  ]),
  file('withdrawal-requests'),
  route('payouts', 'routes/admin/payouts.tsx'),
  file('payouts'),
  route('payouts/:payout', 'routes/admin/payout.tsx', [
    route('complete', 'routes/admin/complete-request.tsx', { id: 'complete-payout' }),
    route('decline', 'routes/admin/decline-request.tsx', { id: 'decline-payout' }),
  ]),
  route('payouts/:payout/number', 'routes/admin/payout-number.tsx'),
  // The form that writes a drive's debt off stands over the debts.
  route('disputes', 'routes/admin/disputes-layout.tsx', [
    index('routes/admin/disputes.tsx'),
    route('debts', 'routes/admin/debts.tsx', [route(':drive', 'routes/admin/write-off.tsx')]),
  ]),
  file('disputes'),
  file('disputes/debts'),
  route('disputes/:dispute', 'routes/admin/dispute.tsx'),
  route('books', 'routes/admin/books/layout.tsx', [
    index('routes/admin/books/statement.tsx'),
    route('owed', 'routes/admin/books/owed.tsx'),
    // The form that opens a difference stands over the list.
    route('differences', 'routes/admin/books/differences.tsx', [route('new', 'routes/admin/books/new-difference.tsx')]),
    route('differences/:difference', 'routes/admin/books/difference.tsx'),
    route('settlements', 'routes/admin/books/settlements.tsx', [route('new', 'routes/admin/books/new-settlement.tsx')]),
    route('unplaced', 'routes/admin/books/unplaced.tsx'),
    // The decisions about money at M-Pesa stand over it.
    route('unplaced/:money', 'routes/admin/books/unplaced-one.tsx', [
      route('place', 'routes/admin/books/unplaced-place.tsx'),
      route('send-back', 'routes/admin/books/unplaced-send-back.tsx'),
      route('not-sent', 'routes/admin/books/unplaced-not-sent.tsx'),
      route('sent-back', 'routes/admin/books/unplaced-sent-back.tsx'),
    ]),
  ]),
  ...prefix('books', [
    route('look-through', 'routes/admin/books/look-through.ts'),
    route('compare', 'routes/admin/books/compare.ts'),
    route('differences/:difference/reopen', 'routes/admin/books/reopen-difference.ts'),
    route('unplaced/:money/refund', 'routes/admin/books/unplaced-refund.ts'),
    route('unplaced/:money/close', 'routes/admin/books/unplaced-close.ts'),
  ]),
])
