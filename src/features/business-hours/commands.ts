/** The commands of the page Business hours. */
import { businessHours } from '#contract/calls/business-hours.ts'
import { defineCommand, type Command } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { businessHoursKey } from './business-hours.ts'

export function commands({ queries }: Pick<Data, 'queries'>): readonly Command[] {
  return [
    defineCommand({
      id: 'nav.hours',
      title: 'Go to business hours and due times',
      shortTitle: 'Business hours',
      group: 'Navigate',
      keywords:
        'sla, deadline, deadlines, clock, holidays, time zone, opening hours, calendar, oversight, working hours, work hours, public holidays, bank holidays, due dates, sla settings, service level, office hours, schedule',
      keys: ['g shift+h'],
      calls: [businessHours.history],
      offline: 'local',
      run: (c) => c.ports.navigate(`/admin/${encodeURIComponent(currentPlatform())}/team/hours`),
    }),
    defineCommand({
      id: 'hours.change',
      title: 'Change business hours and due times…',
      shortTitle: 'Change…',
      group: 'App',
      keywords: 'edit, sla, holiday, holidays, time zone, deadline, due, working hours, add holiday, opening hours',
      when: inView('hours'),
      keys: ['e', 'enter'],
      calls: [businessHours.savePolicy],
      run: () => openDrawer('business hours', { platform: currentPlatform() }),
    }),
    refreshCommand({
      id: 'hours.refresh',
      noun: 'business hours',
      when: inView('hours'),
      run: () => void queries.invalidateQueries({ queryKey: businessHoursKey(currentPlatform()) }),
    }),
  ]
}
