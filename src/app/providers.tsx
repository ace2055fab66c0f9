import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { UpdateProvider } from '#src/app/shell/update.tsx'
import { useDispatcher } from '#src/commands/dispatcher/use-dispatcher.tsx'
import { CommandProvider } from '#src/commands/provider.tsx'
import { DataProvider } from '#src/data/data.ts'
import { AccountAlertsProvider } from '#src/features/account-alerts/account-alerts.ts'
import { AllowlistsProvider } from '#src/features/allowlists/allowlists.ts'
import { CasesProvider } from '#src/features/cases/cases.ts'
import { CustomersProvider } from '#src/features/customers/customers.ts'
import { FormsProvider } from '#src/features/forms/forms.ts'
import { HelpdeskProvider } from '#src/features/helpdesk/helpdesk.ts'
import { ModelSettingsProvider } from '#src/features/model-settings/model-settings.ts'
import { OutboxProvider } from '#src/features/outbox/outbox-context.ts'
import { RulesProvider } from '#src/features/rules/rules.ts'
import { TemplatesProvider } from '#src/features/templates/templates-context.ts'
import { TriageProvider } from '#src/features/triage/triage-context.ts'
import { ViewsProvider } from '#src/features/views/views-context.ts'
import type { AppWindow } from './app-window.ts'

/** Everything that is handed down, around the router. */
export function Providers({ window: { data, layer, features, router, update } }: { window: AppWindow }) {
  return (
    <CSPProvider disableStyleElements>
      <DataProvider value={data}>
        <QueryClientProvider client={data.queries}>
          <CommandProvider layer={layer}>
            <Keys />
            <CasesProvider value={features.cases}>
              <CustomersProvider value={features.customers}>
                <HelpdeskProvider value={features.helpdesk}>
                  <AccountAlertsProvider value={features.accountAlerts}>
                    <FormsProvider value={features.forms}>
                      <TriageProvider value={features.triage}>
                        <OutboxProvider value={features.outbox}>
                          <ViewsProvider value={features.views}>
                            <TemplatesProvider value={features.templates}>
                              <ModelSettingsProvider value={features.modelSettings}>
                                <RulesProvider value={features.rules}>
                                  <AllowlistsProvider value={features.allowlists}>
                                    <UpdateProvider value={update}>
                                      <RouterProvider router={router} />
                                    </UpdateProvider>
                                  </AllowlistsProvider>
                                </RulesProvider>
                              </ModelSettingsProvider>
                            </TemplatesProvider>
                          </ViewsProvider>
                        </OutboxProvider>
                      </TriageProvider>
                    </FormsProvider>
                  </AccountAlertsProvider>
                </HelpdeskProvider>
              </CustomersProvider>
            </CasesProvider>
          </CommandProvider>
        </QueryClientProvider>
      </DataProvider>
    </CSPProvider>
  )
}

/** The one key listener. */
function Keys() {
  useDispatcher()
  return null
}
