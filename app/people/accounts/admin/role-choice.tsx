import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { type Role, roleMeanings, roleNames, roles } from '#app/people/accounts/role.ts'
import { RadioCards } from '#app/ui/radio-cards.tsx'

/** The roles, and what each may do. The one that they have is chosen. */
export function RoleChoice({ role, answer }: { role: Role; answer: Answer | undefined }) {
  const { i18n } = useLingui()
  return (
    <RadioCards
      legend={<Trans>Role</Trans>}
      name="role"
      defaultValue={answer?.typed?.role ?? role}
      columns="grid-cols-1"
      choices={roles.map((value) => ({
        value,
        label: i18n._(roleNames[value]),
        hint: i18n._(roleMeanings[value]),
      }))}
      answer={answer}
    />
  )
}
