import type { Pool } from 'pg'
import { sweepLogos } from '#app/admin/settings/logo.server.ts'
import { checkBooks } from '#app/base/ledger/books.server.ts'
import { keepBalances, keepSums } from '#app/base/ledger/moment.server.ts'
import { foldInTurn } from '#app/base/ledger/wallet.server.ts'
import { forgetPicture, sweepFiles, sweepPictures } from '#app/base/pictures/picture.server.ts'
import { sweepBeneficiaries, tellBeneficiary } from '#app/drives/beneficiary/beneficiary.server.tsx'
import { sweepComments } from '#app/drives/comments/answer.server.ts'
import { mailRecordedHidden, mailStopped } from '#app/drives/drive/admin/decide.server.tsx'
import { fetchFarPictures } from '#app/drives/drive/far-pictures.server.ts'
import { sweepDrives } from '#app/drives/drive/manage.server.ts'
import { mailCheck, mailPapersGo } from '#app/drives/papers/mails.server.tsx'
import { sweepPapers } from '#app/drives/papers/papers.server.ts'
import { mailSupportMessage } from '#app/drives/support/message.server.tsx'
import { mailUpdateHidden } from '#app/drives/updates/admin/hide-update.server.tsx'
import { sweepFollowers } from '#app/drives/updates/followers.server.ts'
import { mailLateUpdate, mailUpdate } from '#app/drives/updates/mailing.server.ts'
import { mailFollow } from '#app/drives/updates/mails.server.tsx'
import { mailViewsBought, mailViewsClaimed, mailViewsLeft } from '#app/drives/views/mails.server.tsx'
import { sweepViews } from '#app/drives/views/sweep.server.ts'
import * as visits from '#app/drives/visits/mails.server.tsx'
import { forgetPastes } from '#app/group/pasted-lists/paste.server.ts'
import { countArrived } from '#app/group/pledges/count.server.ts'
import { remindPledges } from '#app/group/pledges/manage.server.ts'
import { mailPledge } from '#app/group/pledges/tell.server.tsx'
import { mailRecordedVoided } from '#app/group/recorded-gifts/mails.server.tsx'
import { matchSupporters } from '#app/invitations/activity/tie.server.ts'
import { expireOffers, offerSeats } from '#app/invitations/guests/answers/waiting.server.ts'
import { forgetGuestPastes } from '#app/invitations/guests/import/import.server.ts'
import { mailAnswers } from '#app/invitations/guests/mails.server.ts'
import { tellAnswer, tellChange } from '#app/invitations/messages/change.server.ts'
import { remindGuests } from '#app/invitations/messages/reminders.server.ts'
import { mailTest, resumeLines, sendMessage } from '#app/invitations/messages/send.server.ts'
import { mailInvitationDecided } from '#app/invitations/occasions/admin/decide.server.tsx'
import { mailPhotoObjection } from '#app/invitations/wrap-up/objections.server.tsx'
import { checkDisputes, compareBack, disputeTold } from '#app/money/disputes/dispute.server.ts'
import { findDoubles } from '#app/money/donations/donation.server.ts'
import * as gifts from '#app/money/donations/mails.server.tsx'
import { giftsArrived } from '#app/money/donations/news.server.ts'
import { askBalance } from '#app/money/mpesa/balance.server.ts'
import { registerUrls } from '#app/money/mpesa/callback-urls.server.ts'
import { askClaimed, lapseClaims } from '#app/money/mpesa/claim.server.ts'
import { confirmByList } from '#app/money/mpesa/confirm.server.ts'
import { returnPaidTwice } from '#app/money/mpesa/paid-twice.server.ts'
import { placeReceipts } from '#app/money/mpesa/place-receipts.server.ts'
import { queryDueRequests } from '#app/money/mpesa/query.server.ts'
import { askOpen } from '#app/money/mpesa/receipt-status.server.ts'
import { checkReturns, sendReturn } from '#app/money/mpesa/returns.server.ts'
import { importStatement } from '#app/money/mpesa/statement-lines.server.ts'
import { type Applies, manyEvents } from '#app/money/payments/events.server.ts'
import { watchTries } from '#app/money/payments/giving.server.ts'
import { sweepPayments } from '#app/money/payments/opening.server.ts'
import { checkBalance, checkPayments, reconcilePayments } from '#app/money/payments/reconcile.server.ts'
import { settleTold } from '#app/money/payments/settle.server.ts'
import { mailFrozen } from '#app/money/payouts/admin/freeze.server.tsx'
import { mailChange } from '#app/money/payouts/change-mails.server.tsx'
import { takeChanges } from '#app/money/payouts/changes.server.ts'
import { mailPayout } from '#app/money/payouts/mails.server.tsx'
import { mailMethodAdded } from '#app/money/payouts/method-mails.server.tsx'
import { hearText, sweepReplies } from '#app/money/payouts/replies.server.ts'
import { checkTransfers, compareTransfers, sendTransfer, transferTold } from '#app/money/payouts/send.server.ts'
import { lapseSignatures } from '#app/money/payouts/sign.server.ts'
import { mailSigner } from '#app/money/payouts/signer-mails.server.tsx'
import { askWhatFor } from '#app/money/payouts/what-for.server.tsx'
import { closeBooks } from '#app/money/public-book/close.server.ts'
import { mailBook } from '#app/money/public-book/mails.server.tsx'
import { giveAllBack } from '#app/money/refunds/give-all-back.server.ts'
import * as payments from '#app/money/refunds/mails.server.tsx'
import { checkRefunds, refundTold, sendRefund } from '#app/money/refunds/refund.server.ts'
import { bookReversal } from '#app/money/refunds/refund-by-phone.server.ts'
import { mailReceiptHidden } from '#app/money/spending/admin/hide-receipt.server.tsx'
import * as office from '#app/people/accounts/admin/decide.server.ts'
import { sweepAvatars } from '#app/people/accounts/avatar.server.ts'
import { moveDue } from '#app/people/accounts/email-change.server.ts'
import { sweepPeople } from '#app/people/accounts/links.server.ts'
import * as people from '#app/people/accounts/mails.server.ts'
import { sweepCodes, textCode } from '#app/people/accounts/phone-codes.server.ts'
import { db } from '#app/platform/db.server.ts'
import { sweepLimits } from '#app/platform/http/limits.server.ts'
import { enqueue, sweepJobs } from '#app/platform/jobs/queue.server.ts'
import { sweepMailbox } from '#app/platform/mail/mail.server.ts'
import { sweepPretendedDaraja } from '#app/platform/mpesa/pretended-daraja.server.ts'
import { sweepPretended } from '#app/platform/paystack/pretended-paystack.server.ts'
import { keepParts } from '#app/platform/postgres/parts.server.ts'
import { analyzeYoung } from '#app/platform/postgres/queries.server.ts'
import '#app/platform/processes/metrics.server.ts'
import { type Clock, type Handlers, startWorker, type Worker } from '#app/platform/jobs/worker.server.ts'
import { sweepSms } from '#app/platform/sms/outbox.server.ts'
import { sendWritten } from '#app/platform/sms/send.server.ts'
import { forgetOldGuests, forgetOldMessages, forgetUnpaid, mailForgetting } from '#app/privacy/forget-old.server.ts'

// THE WORKER'S TABLE: which function each job calls, and when cron runs jobs.

const clock: Clock = {
  'forget-unpaid': '31 3 * * *',
  'move-emails': '7,17,27,37,47,57 * * * *',
  'sweep-people': '23 * * * *',
  'sweep-codes': '13 * * * *',
  'sweep-avatars': '41 3 * * *',
  'sweep-pictures': '29 * * * *',
  'sweep-picture-files': '47 3 * * *',
  'fetch-far-pictures': '*/10 * * * *',
  'sweep-comments': '19 * * * *',
  'sweep-drives': '53 * * * *',
  'analyze-young': '* * * * *',
  'sweep-jobs': '37 2 * * *',
  'sweep-limits': '*/10 * * * *',
  'sweep-mailbox': '17 2 * * *',
  'sweep-sandbox': '27 2 * * *',
  'sweep-sms': '33 2 * * *',
  'sweep-views': '7 3 * * *',
  'keep-parts': '57 * * * *',
  'sweep-followers': '57 3 * * *',
  'sweep-papers': '9,19,29,39,49,59 * * * *',
  'sweep-beneficiaries': '53 3 * * *',
  'fold-wallets': '* * * * *',
  'check-books': '7 * * * *',
  // A quarter of an hour after midnight in Nairobi.
  'close-books': '15 21 * * *',
  'keep-balances': '3 * * * *',
  'keep-sums': '2,7,12,17,22,27,32,37,42,47,52,57 * * * *',
  'find-doubles': '4,14,24,34,44,54 * * * *',
  'sweep-payments': '37 * * * *',
  'check-transfers': '*/5 * * * *',
  'check-refunds': '3,8,13,18,23,28,33,38,43,48,53,58 * * * *',
  'check-disputes': '11 * * * *',
  'compare-transfers': '31 4 * * *',
  'compare-back': '51 4 * * *',
  'watch-card-testing': '* * * * *',
  'check-payments': '* * * * *',
  'reconcile-payments': '*/15 * * * *',
  'check-balance': '11 4 * * *',
  'ask-prompts': '* * * * *',
  'list-receipts': '*/5 * * * *',
  'ask-open': '* * * * *',
  'place-receipts': '* * * * *',
  'check-mpesa-balance': '17 4 * * *',
  'open-doors': '*/15 * * * *',
  'return-second': '21 * * * *',
  'check-returns': '1,6,11,16,21,26,31,36,41,46,51,56 * * * *',
  'lapse-claims': '* * * * *',
  'lapse-signatures': '43 * * * *',
  'take-changes': '* * * * *',
  'expire-offers': '* * * * *',
  'resume-lines': '*/2 * * * *',
  'remind-guests': '*/5 * * * *',
  'forget-gatherings': '43 3 * * *',
  'match-supporters': '8,18,28,38,48,58 * * * *',
  'forget-pastes': '37 3 * * *',
  'remind-pledges': '6,16,26,36,46,56 * * * *',
}

const handlers: Handlers = {
  'mail-verify': (to) => people.mailVerify(db, to),
  'mail-already-have-an-account': (to) => people.mailAlreadyHaveAnAccount(db, to),
  'mail-reset-password': (to) => people.mailResetPassword(db, to),
  'mail-email-change': (which) => people.mailEmailChange(db, which),
  'mail-email-changed': (which) => people.mailEmailChanged(db, which),
  'mail-email-moves': (which) => people.mailEmailMoves(db, which),
  'move-emails': () => moveDue(db),
  'mail-password-changed': (to) => people.mailPasswordChanged(db, to),
  'mail-two-factor-changed': (to) => people.mailTwoFactorChanged(db, to),
  'mail-phone-changed': (to) => people.mailPhoneChanged(db, to),
  'mail-address-works': (to) => people.mailAddressWorks(db, to),
  'text-code': (which) => textCode(db, which),
  'sweep-codes': () => sweepCodes(db),
  'mail-suspended': (to) => people.mailSuspended(db, to),
  'mail-restored': (to) => people.mailRestored(db, to),
  'mail-stopped': (which) => mailStopped(db, which),
  'mail-recorded-hidden': (which) => mailRecordedHidden(db, which),
  'mail-update-hidden': (which) => mailUpdateHidden(db, which),
  'mail-receipt-hidden': (which) => mailReceiptHidden(db, which),
  'tell-beneficiary': (which) => tellBeneficiary(db, which),
  'sweep-beneficiaries': () => sweepBeneficiaries(db),
  'mail-follow': (which) => mailFollow(db, which),
  'mail-update': (which) => mailUpdate(db, which),
  'mail-update-late': (which) => mailLateUpdate(db, which),
  'sweep-followers': () => sweepFollowers(db),
  'sweep-papers': () => sweepPapers(db),
  'mail-check': (which) => mailCheck(db, which),
  'mail-papers-go': (which) => mailPapersGo(db, which),
  'mail-invitation-decided': (which) => mailInvitationDecided(db, which),
  'mail-frozen': (which) => mailFrozen(db, which),
  'mail-role-changed': (to) => people.mailRoleChanged(db, to),
  'mail-much-taken': (by) => office.mailMuchTaken(db, by),
  'mail-letter': (which) => mailSupportMessage(db, which),
  'mail-admin-made': (who) => office.mailAdminMade(db, who),
  'mail-second-needed': (which) => office.mailSecondNeeded(db, which),
  'mail-visit-booked': (about) => visits.mailVisitBooked(db, about),
  'mail-visit-asked': (about) => visits.mailVisitAsked(db, about),
  'mail-visit-decided': (about) => visits.mailVisitDecided(db, about),
  'mail-answered': (about) => tellAnswer(db, about),
  'mail-answers': (about) => mailAnswers(db, about),
  'offer-seats': (about) => offerSeats(db, about),
  'expire-offers': async () => void (await expireOffers(db)),
  'tell-change': (about) => tellChange(db, about),
  'send-message': (which, { signal }) => sendMessage(db, which, { signal }),
  'mail-test-message': (about) => mailTest(db, about),
  'resume-lines': () => resumeLines(db),
  'remind-guests': async () => void (await remindGuests(db)),
  'forget-gatherings': async () => {
    await forgetOldGuests(db)
    await forgetOldMessages(db)
  },
  'mail-forgetting': (about) => mailForgetting(db, about),
  'match-supporters': async () => void (await matchSupporters(db)),
  'gifts-arrived': async (which, { attempt, signal }) => {
    // Counting comes first, because it can be repeated safely: mails can't. Its failure keeps no mail about a gift back.
    try {
      await countArrived(db, which)
    } finally {
      await giftsArrived(db, which, { attempt, signal })
    }
  },
  'remind-pledges': async () => void (await remindPledges(db)),
  'mail-pledge': (about) => mailPledge(db, about),
  'mail-receipt': (which) => gifts.mailReceipt(db, which),
  'mail-gift': (which) => gifts.mailGift(db, which),
  'mail-gift-digest': (which) => gifts.mailGiftDigest(db, which),
  'mail-views-bought': (which) => mailViewsBought(db, which),
  'mail-views-left': (which) => mailViewsLeft(db, which),
  'mail-views-claimed': (which) => mailViewsClaimed(db, which),
  'mail-paid-back': (which) => payments.mailPaidBack(db, which),
  'mail-gift-gone': (which) => payments.mailGiftGone(db, which),
  'mail-ask-back': (which) => payments.mailAskBack(db, which),
  'mail-back-refused': (which) => payments.mailBackRefused(db, which),
  'mail-recorded-voided': (which) => mailRecordedVoided(db, which),
  'forget-unpaid': async () => void (await forgetUnpaid(db)),
  'mail-payout': (about) => mailPayout(db, about),
  'ask-what-for': (which) => askWhatFor(db, which),
  'mail-signer': (about) => mailSigner(db, about),
  'hear-text': (which) => hearText(db, which),
  'lapse-signatures': async () => void (await lapseSignatures(db).then(() => sweepReplies(db))),
  'mail-change': (about) => mailChange(db, about),
  'take-changes': async () => void (await takeChanges(db)),
  'mail-method-added': (about) => mailMethodAdded(db, about),
  'mail-person-moved': (which) => office.mailPersonMoved(db, which),
  'sweep-people': () => sweepPeople(db),
  'sweep-avatars': async () => void (await sweepAvatars(db)),
  'mail-photo-objection': (about) => mailPhotoObjection(db, about),
  'let-go-picture': ({ url }) => forgetPicture(db, url),
  'sweep-pictures': async () => void (await sweepPictures(db)),
  'sweep-picture-files': async () => void (await Promise.all([sweepFiles(db), sweepLogos(db)])),
  'fetch-far-pictures': async () => void (await fetchFarPictures(db)),
  'forget-pastes': async () => void (await Promise.all([forgetPastes(db), forgetGuestPastes(db)])),
  'sweep-comments': async () => void (await sweepComments(db)),
  'sweep-drives': async () => void (await sweepDrives(db)),
  'sweep-views': async () => void (await sweepViews(db)),
  'keep-parts': () => keepParts(db),
  'analyze-young': async () => void (await analyzeYoung(db)),
  'sweep-jobs': async () => void (await sweepJobs(db)),
  'sweep-limits': sweepLimits,
  'sweep-mailbox': sweepMailbox,
  'sweep-sandbox': async () => void (await Promise.all([sweepPretended(), sweepPretendedDaraja()])),
  'send-sms': (which) => sendWritten(db, which),
  'sweep-sms': () => sweepSms(db),
  'fold-wallets': async () => void (await foldInTurn(db)),
  'find-doubles': async () => void (await findDoubles(db)),
  'keep-balances': async () => void (await keepBalances(db)),
  'keep-sums': async () => void (await keepSums(db)),
  'close-books': () => closeBooks(db),
  'mail-book': (which) => mailBook(db, which),
  'check-books': async () => void (await checkBooks(db)),
  'sweep-payments': async () => void (await sweepPayments(db)),
  'send-transfer': (which) => sendTransfer(db, which),
  'hear-transfer': async ({ reference }) => void (await transferTold(db, reference)),
  'check-transfers': () => checkTransfers(db),
  'give-all-back': (which) => giveAllBack(db, which),
  'send-refund': (which) => sendRefund(db, which),
  'book-reversal': (which) => bookReversal(db, which),
  'check-refunds': () => checkRefunds(db),
  'check-disputes': () => checkDisputes(db),
  'compare-transfers': () => compareTransfers(db),
  'compare-back': () => compareBack(db),
  'watch-card-testing': async () => void (await watchTries(db)),
  'check-payments': async () => void (await checkPayments(db)),
  'reconcile-payments': async () => void (await reconcilePayments(db)),
  'check-balance': async () => void (await checkBalance(db)),
  'ask-prompts': async () => void (await queryDueRequests(db)),
  'list-receipts': (carries) => confirmByList(db, carries),
  'ask-open': async () => void (await askOpen(db)),
  'place-receipts': async () => void (await placeReceipts(db)),
  'check-mpesa-balance': async () => void (await askBalance(db)),
  'open-doors': () => registerUrls(db),
  'return-second': async () => void (await returnPaidTwice(db)),
  'send-return': (which) => sendReturn(db, which),
  'check-returns': () => checkReturns(db),
  'lapse-claims': async () => void (await askClaimed(db).then(() => lapseClaims(db))),
  'import-statement': (which) => importStatement(db, which),
}

/** Applies each kind of provider event by asking the provider for the present state. */
export const applies: Applies = {
  payment: ({ reference }, by) => settleTold(db, reference, by),
  transfer: ({ reference }) => transferTold(db, reference),
  refund: ({ reference }, by) => refundTold(db, reference, by),
  dispute: (about, by) => disputeTold(db, about, by),
}

const compares = ['reconcile-payments', 'compare-transfers', 'compare-back', 'open-doors', 'list-receipts'] as const

/** Enqueues cron's comparisons: after downtime or a restore the provider knows more than we do. Analyzes new tables before a burst. */
export async function compareNow(): Promise<void> {
  for (const name of ['analyze-young', ...compares, 'close-books'] as const)
    await enqueue(db, name, {}, { key: 'clock', maxTries: 3 })
}

/** Processes the queue in this process; emails about gifts when no gifts wait. `stop` waits for running jobs, ten seconds at most. */
export const startJobs = (pool: Pool): Worker => startWorker(pool, { handlers, clock, isBusy: manyEvents })
