import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { HelperRole } from '#app/kit/rights.ts'
import type { Answer } from '#app/kit/says.ts'
import { Card } from '#app/ui/card.tsx'
import { Part } from '#app/ui/part.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { InviteForm } from './invite-form.tsx'
import type { Noun } from './member.ts'
import { type Helper, HelperList } from './member-list.tsx'
import { WhatTheyDo } from './what-they-do.tsx'

type CommitteePartProps = {
  noun: Noun
  /** The address of the page: its form goes there, and what removes a helper is below it. */
  base: string
  title: string
  helpers: Helper[] | 'failed'
  first?: Answer | undefined
  /** The other helpers. */
  children?: ReactNode
}

/** Helpers of a drive or an invitation: their work, their names, and the form that makes a link for one more. */
export function CommitteePart({ noun, base, title, helpers, first, children }: CommitteePartProps) {
  const roles: readonly HelperRole[] = noun === 'drive' ? ['treasurer', 'secretary'] : ['secretary']
  return (
    <>
      <h2 className="text-2xl">
        <Trans>Helpers</Trans>
      </h2>
      {roles.map((role) => (
        <Card
          key={role}
          level={3}
          title={role === 'treasurer' ? <Trans>What a treasurer does</Trans> : <Trans>What a secretary does</Trans>}
        >
          <WhatTheyDo of={role} noun={noun} />
        </Card>
      ))}
      <Card level={3} title={<Trans>Who helps</Trans>}>
        <Part of={helpers}>{(all) => <HelperList base={base} helpers={all} />}</Part>
        {children}
      </Card>
      <Changing>
        <Card level={3} title={<Trans>Invite a helper</Trans>}>
          <InviteForm base={base} title={title} chooses={roles.length > 1} first={first} />
        </Card>
      </Changing>
    </>
  )
}
