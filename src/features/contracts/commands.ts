/** The commands of the list of contracts. */
import { defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { copyText } from '#src/commands/copy-text.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { customerHref } from '#src/features/cases/public.ts'
import { goTo } from '#src/features/go-to.ts'
import { filterCommands, frameCommands, type FilterChoices } from '#src/features/lists/public.ts'
import { detailQuery, fileHref } from './detail.ts'
import { contractList } from './list.ts'

const inContracts = inView('contracts')
const onRow = all(inContracts, flag('hasCursor'))

/** `choices`: what the filters of this window choose from. */
export function commands(data: Data, choices: FilterChoices): Command[] {
  const { view, narrowing } = contractList(data, choices)
  const rowOf = (c: Ctx) => view.rowOf(c.targets[0] ?? '')
  const filesOf = (c: Ctx) => {
    const row = rowOf(c)
    return row && data.queries.getQueryData(detailQuery(data.api, row).queryKey)?.files
  }
  return [
    goTo({
      id: 'nav.contracts',
      title: 'Contracts',
      path: 'contracts/',
      keys: ['g t'],
      keywords: 'agreements, signed contracts, merchants, legal, terms',
      when: flag('admin'),
    }),
    defineCommand({
      id: 'contract.customer',
      title: (c) => `Open ${rowOf(c)?.customerName ?? 'the client'}`,
      shortTitle: 'Open client',
      group: 'Navigate',
      keywords: 'customer, profile, client, open profile, kyc, merchant',
      when: onRow,
      keys: ['enter', 'o', 'u'],
      run: (c) => {
        const row = rowOf(c)
        if (row) c.ports.navigate(customerHref(row.platform, row.customerId))
      },
    }),
    defineCommand({
      id: 'contract.file',
      title: (c) => `Open ${filesOf(c)?.[0]?.name ?? 'the file of the contract'}`,
      shortTitle: 'Open file',
      group: 'Navigate',
      keywords: 'document, pdf, signed, view contract, download contract, agreement, open document',
      when: onRow,
      keys: ['d'],
      calls: [],
      disabledReason: (c) => {
        const files = filesOf(c)
        if (files === undefined) return 'The contract is still being read'
        return files.length > 0 ? null : 'This contract has no file'
      },
      run: (c) => {
        const [file] = filesOf(c) ?? []
        if (file) window.open(fileHref(file.id), '_blank', 'noopener')
      },
    }),
    defineCommand({
      id: 'contract.copyId',
      title: (c) => `Copy the ID of contract ${rowOf(c)?.id ?? ''}`,
      shortTitle: 'Copy ID',
      group: 'View',
      keywords: 'clipboard, reference, contract number, ref',
      when: onRow,
      keys: ['y'],
      gathers: true,
      run: (c) => {
        copyText(
          c,
          c.targets.join('\n'),
          c.targets.length === 1 ? `Copied ${c.targets[0]}` : `Copied ${c.targets.length} IDs`,
        )
      },
    }),
    ...frameCommands({ area: 'contract', when: inContracts, view, showNew: 'Refresh the contracts' }),
    ...filterCommands({ area: 'contract', when: inContracts, place: 'contracts', view, narrowing }),
  ]
}
