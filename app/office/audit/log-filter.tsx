import { Trans, useLingui } from '@lingui/react/macro'
import { acts, nouns } from '#app/features/audit/audit.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { DayFields } from '#app/ui/day-fields.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, Select } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import { type LogFilter as Filter, nobody } from './log.ts'

type LogFilterProps = { filter: Filter; people: { id: string; name: string; email: string }[] }

/** Narrows the log to who, what, about what, and when. All of it stands in the address. */
export function LogFilter({ filter, people }: LogFilterProps) {
  const { t, i18n } = useLingui()
  const { search, by, act, noun, from, to, looks } = filter
  return (
    <ListFilter label={t`Audit Log`} narrowed={Boolean(search || by || act || noun || from || to || looks)}>
      <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-64">
        <Input type="search" defaultValue={search} maxLength={100} placeholder={t`Reason, number, slug or email`} />
      </Field>
      <Field label={<Trans>Who</Trans>} name="by" className="w-full sm:w-56">
        <Select defaultValue={by ?? ''}>
          <option value="">{t({ message: 'Everyone', context: 'who did it' })}</option>
          {people.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {name} · {email}
            </option>
          ))}
          <option value={nobody}>{t`The command line or a setting`}</option>
        </Select>
      </Field>
      <Field label={<Trans>What was done</Trans>} name="act" className="w-full sm:w-56">
        <Select defaultValue={act ?? ''}>
          <option value="">{t({ message: 'Everything', context: 'what was done' })}</option>
          {Object.entries(acts).map(([name, words]) => (
            <option key={name} value={name}>
              {i18n._(words)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={<Trans>About</Trans>} name="noun" className="w-full sm:w-48">
        <Select defaultValue={noun ?? ''}>
          <option value="">{t({ message: 'Everything', context: 'what it is about' })}</option>
          {Object.entries(nouns).map(([name, words]) => (
            <option key={name} value={name}>
              {i18n._(words)}
            </option>
          ))}
        </Select>
      </Field>
      <DayFields from={from} to={to} className="flex-1 sm:flex-none" />
      <Checkbox name="looks" label={<Trans>Show views, too</Trans>} defaultChecked={looks} />
    </ListFilter>
  )
}
