import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** What can wait for an administrator. */
export const taskKinds = {
  withdrawal: msg`Withdrawal Requests`,
  dispute: msg`Disputes`,
  break: msg`Reconciliation issues`,
  suspense: msg`Unplaced money`,
  job: msg`Failed jobs`,
  comment: msg`Comments in quarantine`,
  letter: msg`Reports and questions`,
} satisfies Record<string, Words>
export type TaskKind = keyof typeof taskKinds

export type Task = {
  kind: TaskKind
  /** The number of what waits; comments wait under their drive's. */
  id: string
  at: Date
  /** When it is lost unless a person does something. */
  due: Date | null
  /** In cents. */
  amount: number | null
  /** What it is about: a drive's title, a reference; of differences and jobs the kind, for which there are words. */
  title: string
  /** How many stand behind it, such as the comments of one drive. */
  count: number
}

/** Where it is dealt with. */
export function placeOf({ kind, id }: Pick<Task, 'kind' | 'id'>): string {
  switch (kind) {
    case 'withdrawal':
      return `/admin/payouts/${id}`
    case 'dispute':
      return `/admin/disputes/${id}`
    case 'break':
      return `/admin/books/differences/${id}`
    case 'suspense':
      return `/admin/books/unplaced/${id}`
    case 'job':
      return `/admin/jobs#job-${id}`
    case 'comment':
      return `/admin/comments?drive=${id}`
    case 'letter':
      return `/admin/letters/${id}/close`
  }
}
