import { Trans, useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, Select } from '#app/ui/input.tsx'
import { statuses, statusNames } from './drive.ts'

/** Finds some of many drives. What is looked for is in the address, so it can be kept and works without a script. */
export function DriveFilter({ search, status }: { search: string; status: string }) {
  const { t, i18n } = useLingui()
  const submit = useSubmit()
  const going = useNavigation().location
  return (
    <Form
      key={`${search} ${status}`}
      method="get"
      action="/dashboard"
      role="search"
      aria-label={t`Fund drives`}
      className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:flex sm:w-auto"
    >
      <Field label={<Trans>Search</Trans>} name="search" className="col-span-2 sm:w-72">
        <Input type="search" defaultValue={search} maxLength={100} placeholder={t`Title or slogan`} />
      </Field>
      <Field label={<Trans>Status</Trans>} name="status" className="sm:w-44">
        <Select
          defaultValue={status}
          onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
        >
          <option value="">{t`All`}</option>
          {statuses.map((one) => (
            <option key={one} value={one}>
              {i18n._(statusNames[one])}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        variant="secondary"
        icon={<Search aria-hidden="true" className="size-4" />}
        busy={going?.pathname === '/dashboard' && going.search !== ''}
      >
        <Trans>Search</Trans>
      </Button>
    </Form>
  )
}
