import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** What can wait for an administrator. */
export const taskKinds = {
  withdrawal: msg`Withdrawal Requests`,
  dispute: msg`Disputes`,
  break: msg`Books that don’t match`,
  suspense: msg`Unplaced money`,
  job: msg`Failed jobs`,
  comment: msg`Comments in quarantine`,
} satisfies Record<string, Words>
export type TaskKind = keyof typeof taskKinds

export type Task = {
  kind: TaskKind
  id: string
  at: Date
  /** When it is lost unless somebody does something. */
  due: Date | null
  /** In cents. */
  amount: number | null
  /** What it is about: a drive's title, the kind of a difference, the name of a job. */
  title: string
  slug: string | null
  /** How many stand behind it, such as the comments of one drive. */
  count: number
}

/** Where it is dealt with. */
export function placeOf({ kind, id, slug }: Pick<Task, 'kind' | 'id' | 'slug'>): string {
  switch (kind) {
    case 'withdrawal':
      return `/admin/withdrawal-requests#request-${id}`
    case 'dispute':
      return '/admin/disputes'
    case 'break':
    case 'suspense':
      return '/admin/books'
    case 'job':
      return '/admin/jobs'
    case 'comment':
      return `/fund-drive/${slug}/comments?state=quarantined`
  }
}
