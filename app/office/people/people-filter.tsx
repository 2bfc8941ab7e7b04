import { Trans, useLingui } from '@lingui/react/macro'
import { roleNames, roles } from '#app/features/people/role.ts'
import { Field } from '#app/ui/field.tsx'
import { Input, Select } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import type { PeopleFilter as Filter } from './office.ts'

/** Narrows the people to what they are called, what they may do, and how their account stands. */
export function PeopleFilter({ filter }: { filter: Filter }) {
  const { t, i18n } = useLingui()
  return (
    <ListFilter label={t`System Users`} narrowed={Object.values(filter).some(Boolean)}>
      <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-72">
        <Input type="search" defaultValue={filter.search} maxLength={100} placeholder={t`Name, username or email`} />
      </Field>
      <Field label={<Trans>Role</Trans>} name="role">
        <Select defaultValue={filter.role}>
          <option value="">{t`All`}</option>
          {roles.map((role) => (
            <option key={role} value={role}>
              {i18n._(roleNames[role])}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={<Trans>Verified</Trans>} name="verified">
        <Select defaultValue={filter.verified}>
          <option value="">{t({ message: 'All', context: 'people' })}</option>
          <option value="yes">{t`Verified`}</option>
          <option value="no">{t`Not verified`}</option>
        </Select>
      </Field>
      <Field label={<Trans>Account</Trans>} name="state">
        <Select defaultValue={filter.state}>
          <option value="">{t({ message: 'All', context: 'people' })}</option>
          <option value="open">{t`Not suspended`}</option>
          <option value="suspended">{t`Suspended`}</option>
        </Select>
      </Field>
    </ListFilter>
  )
}
