import type { Pool } from 'pg'
import { sweepDrives } from './features/drives/manage.server.ts'
import { checkBooks } from './features/ledger/books.server.ts'
import { foldWallets } from './features/ledger/wallet.server.ts'
import { sweepPayments } from './features/payments/payment.server.ts'
import { sweepAvatars } from './features/people/avatar.server.ts'
import { sweepPeople } from './features/people/links.server.ts'
import * as people from './features/people/mails.server.ts'
import { sweepFiles, sweepPictures } from './features/pictures/picture.server.ts'
import * as visits from './features/visits/mails.server.ts'
import { db } from './platform/db.server.ts'
import { sweepLimits } from './platform/limits.server.ts'
import { sweepMailbox } from './platform/mail.server.ts'
import './platform/queue-metrics.server.ts'
import { type Clock, type Handlers, startWorker, type Worker } from './platform/worker.server.ts'

// THE WORKER'S TABLE: which function of a feature each job calls, and what runs by the clock.

const handlers: Handlers = {
  'mail-verify': (to) => people.mailVerify(db, to),
  'mail-already-have-an-account': (to) => people.mailAlreadyHaveAnAccount(db, to),
  'mail-reset-password': (to) => people.mailResetPassword(db, to),
  'mail-password-changed': (to) => people.mailPasswordChanged(db, to),
  'mail-two-factor-changed': (to) => people.mailTwoFactorChanged(db, to),
  'mail-visit-booked': (about) => visits.mailVisitBooked(db, about),
  'mail-visit-asked': (about) => visits.mailVisitAsked(db, about),
  'mail-visit-decided': (about) => visits.mailVisitDecided(db, about),
  'sweep-people': () => sweepPeople(db),
  'sweep-avatars': async () => void (await sweepAvatars(db)),
  'sweep-pictures': async () => void (await sweepPictures(db)),
  'sweep-picture-files': async () => void (await sweepFiles(db)),
  'sweep-drives': async () => void (await sweepDrives(db)),
  'sweep-limits': sweepLimits,
  'sweep-mailbox': sweepMailbox,
  'fold-wallets': async () => void (await foldWallets(db)),
  'check-books': async () => void (await checkBooks(db)),
  'sweep-payments': async () => void (await sweepPayments(db)),
}

const clock: Clock = {
  'sweep-people': '23 * * * *',
  'sweep-avatars': '41 3 * * *',
  'sweep-pictures': '29 * * * *',
  'sweep-picture-files': '47 3 * * *',
  'sweep-drives': '53 * * * *',
  'sweep-limits': '*/10 * * * *',
  'sweep-mailbox': '17 2 * * *',
  'fold-wallets': '* * * * *',
  'check-books': '7 * * * *',
  'sweep-payments': '37 * * * *',
}

/** Works off the queue in this process. `stop` waits for running jobs, ten seconds at most. */
export const startJobs = (pool: Pool): Worker => startWorker(pool, { handlers, clock })
