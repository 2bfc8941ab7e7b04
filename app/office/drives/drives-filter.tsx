import { Trans, useLingui } from '@lingui/react/macro'
import { statuses, statusNames } from '#app/features/drives/drive.ts'
import { Field } from '#app/ui/field.tsx'
import { Input, Select } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import { type DrivesFilter as Filter, markNames, marks } from './office.ts'

/** Narrows the drives to their words, their status, and what is particular about them. */
export function DrivesFilter({ filter }: { filter: Filter }) {
  const { t, i18n } = useLingui()
  return (
    <ListFilter label={t`Fund Drives`} narrowed={Object.values(filter).some(Boolean)}>
      <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-72">
        <Input
          type="search"
          defaultValue={filter.search}
          maxLength={100}
          placeholder={t`Title, slug or owner’s email`}
        />
      </Field>
      <Field label={<Trans>Status</Trans>} name="status">
        <Select defaultValue={filter.status}>
          <option value="">{t`All`}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {i18n._(statusNames[status])}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={<Trans>Mark</Trans>} name="mark">
        <Select defaultValue={filter.mark}>
          <option value="">{t`All`}</option>
          {marks.map((mark) => (
            <option key={mark} value={mark}>
              {i18n._(markNames[mark])}
            </option>
          ))}
        </Select>
      </Field>
    </ListFilter>
  )
}
