// The catalogue of calls, written out by hand: what the table has to come to, independent of how it is put together.

/** `METHOD path`, then what the specification names of query, body and reply. */
export type Entry = readonly [line: string, named?: { query?: string; body?: string; reply?: string }]

const CASE_QUERY =
  'page pageSize platform status[] alertStatus recommendedStr withoutAlerts withoutAssign service[] direction alertLevel rule customerId rule_type countries[] user search searchFields[] date[]'
const ALERT =
  'id caseId caseData alertLevel createAt criteria ruleCriteria sar note notes report files resolveDate resolvedManager revId ruleId ruleName ruleDescription manager status triggerInfo enrichmentData isProcedures activity'.split(
    ' ',
  )
const REPORT_FILTERS =
  'pageSize platform clientType originatorType counterPartyTypes service[] direction lessAmount greaterAmount startDate endDate counterPartyCountries[] clientCountries[] originatorCountries[]'
const ALLOWLIST_SAVED =
  'name comment platform ruleId customerType customerId ignoreCriteria startDate endDate ruleCriteria reportCriteria filterGroups'

export const CATALOGUE: readonly Entry[] = [
  // session and profile
  ['GET /login/azure', { query: 'auth spa_host' }],
  ['GET /logout', { reply: 'logoutUrl' }],
  ['GET /login/info', { reply: 'fullName email id firstName lastName roles' }],
  ['GET /login/refreshToken', { query: 'token', reply: 'refreshToken' }],
  ['POST /login/refreshToken', { body: 'token', reply: 'refreshToken' }],
  ['GET /session', { query: 'token' }],
  ['GET /management/user/platforms/'],
  // cases
  ['GET /management/cases', { query: CASE_QUERY, reply: 'items total' }],
  ['GET /management/case/{caseId}'],
  ['PATCH /management/case/awaitCustomer/{caseUuid}'],
  ['PATCH /management/case/new/{caseUuid}'],
  ['GET /management/case/flow/{caseId}'],
  ['GET /management/rules_for_case/{caseId}'],
  ['GET /management/case/similar/{caseId}', { reply: 'items' }],
  ['PATCH /management/case/note/{caseId}', { body: 'note' }],
  ['PATCH /management/case/recommendStr/{caseId}', { body: 'note action' }],
  ['PATCH /management/case/assign/{caseId}/{userId}'],
  // alerts
  ['GET /management/alerts', { query: 'caseId', reply: `items ${ALERT.map((field) => `items.${field}`).join(' ')}` }],
  ['GET /management/alert/{alertId}/view', { reply: ALERT.join(' ') }],
  ['PATCH /management/alert/{alertId}/resolve', { body: 'note' }],
  ['PATCH /management/alert/{alertId}/reject', { body: 'note' }],
  ['POST /management/attachToAlert/{alertId}', { body: 'file' }],
  ['GET /management/alerts/{platform}/{customerId}/{ruleId}'],
  ['GET /management/alerts/{platform}/{customerId}/info'],
  // account alerts
  [
    'PATCH /management/account-alerts/batch_change_status/{status}/{platform}/{customerId}',
    { body: 'note alertIds sar' },
  ],
  ['PATCH /management/account-alerts/change_status/{alertId}/{status}', { body: 'note sar' }],
  ['PATCH /management/account-alerts/add_comment/{alertId}', { body: 'note' }],
  ['GET /management/account-alerts/active-alerts/{platform}/{customerId}/{ruleId}', { reply: 'items' }],
  ['GET /management/account-alerts/info/{platform}/{customerId}'],
  ['PATCH /management/account-alerts/assign/{alertId}/{managerId}'],
  ['PATCH /management/account-alerts/assignByRule/{platform}/{customerId}/{ruleId}/{managerId}'],
  // customers
  [
    'GET /management/customers',
    {
      query:
        'page pageSize platform search accountType accountStatus accountKycStatus customerStatus alertStatus alertStatus[] alertSar customerId alertId rule country country[] manager status recommendedStr withoutAlerts service type field date[]',
      reply: 'items total',
    },
  ],
  [
    'GET /management/customerInfo/{platform}/{customerId}',
    { reply: 'profile address addressDocuments emails identityDocuments phones products riskScore' },
  ],
  [
    'GET /management/customer/info/{platform}/{customerId}/transactions',
    { query: 'page pageSize search service[] direction date[]' },
  ],
  ['GET /management/customer/info/{platform}/{customerId}/risk_profile'],
  ['GET /management/customer/info/{platform}/{customerId}/sanctions'],
  ['GET /management/customer/info/{platform}/{customerId}/documents'],
  ['GET /management/customer/info/{platform}/{customerId}/notes'],
  ['GET /management/companyTree/{platform}/{customerId}'],
  ['GET /management/customerLog/{platform}/{customerId}'],
  ['GET /management/search/platform/{term}/'],
  ['GET /management/search/user/{term}/'],
  ['GET /management/search/{platform}/customer/{term}/'],
  ['GET /management/user/search/{term}'],
  ['GET /management/contract/search', { query: 'page pageSize platform search customerId status' }],
  // metrics and tasks
  ['GET /management/metrics/alert/{platform}'],
  ['GET /management/metrics/cases/{platform}', { reply: 'activeCases' }],
  ['GET /management/metrics/casesByManagers/{platform}'],
  ['GET /management/metrics/alertByRules/{platform}'],
  ['GET /management/metrics/platform/{platform}', { reply: 'activeAlerts' }],
  ['GET /management/metrics/account-alert/{platform}'],
  ['GET /management/task', { reply: 'items' }],
  ['GET /management/task/{uuid}', { reply: 'items' }],
  // rules
  [
    'GET /management/rules',
    {
      query: 'page pageSize platform search withDeleted type action account_type transactionDirection shortResponse',
    },
  ],
  ['POST /management/rule', { body: 'name description platform type criteria options' }],
  ['GET /management/rule/{ruleId}'],
  ['PATCH /management/rule/{ruleId}', { body: 'rule' }],
  ['DELETE /management/rule/{ruleId}'],
  ['GET /management/rule/{ruleId}/revisions'],
  ['GET /management/rule_by_revision/{revisionId}'],
  ['GET /management/rule/{ruleType}/info', { reply: 'ruleInfo' }],
  ['POST /management/clone-rule/', { body: 'ruleId platform' }],
  ['GET /management/rule/validate_procedures/{caseId}'],
  ['GET /management/rule/procedures/account-alert/{alertId}'],
  ['GET /management/rule/procedures/alert/{alertId}'],
  ['GET /management/criteria/info'],
  ['GET /management/schedule-criteria/info'],
  ['GET /management/filters/comparison-function-list'],
  ['GET /management/sample_enrichment/{platform}', { query: 'summary' }],
  ['GET /management/filters/autocompleteTransaction/{platform}/{fieldName}/{term}'],
  ['GET /management/filters/autocompleteEnrichment/{platform}/{fieldName}/{term}'],
  ['GET /management/filters/autocompleteContract/{platform}/{fieldName}/{term}'],
  // the same with an empty term
  ['GET /management/filters/autocompleteTransaction/{platform}/{fieldName}/'],
  ['GET /management/filters/autocompleteEnrichment/{platform}/{fieldName}/'],
  ['GET /management/filters/autocompleteContract/{platform}/{fieldName}/'],
  // allowlists
  ['GET /management/allowlists/', { query: 'page pageSize platform search rule date[] customerId' }],
  ['POST /management/allowlist/', { body: ALLOWLIST_SAVED }],
  ['PATCH /management/allowlist/', { body: `${ALLOWLIST_SAVED} id` }],
  ['DELETE /management/allowlist/{id}'],
  ['GET /management/allowlist/{id}'],
  ['GET /management/allowlistByVersion/{id}'],
  ['GET /management/allowlists/history/{id}'],
  ['POST /management/allowlist/{versionId}/resolveAlerts', { reply: 'taskUuid sentAlertsToResolve message' }],
  ['GET /management/allowlist/remainingAlerts'],
  ['GET /management/allowlists/transaction-filters'],
  ['GET /management/allowlists/transaction-filters-extended'],
  ['GET /management/allowlists/contract-filters-extended'],
  ['GET /management/allowlists/customer-filters'],
  ['GET /management/allowlists/customer-schedule-filters'],
  ['GET /management/allowlists/filters/{ruleId}'],
  // config sets
  ['GET /management/config_set/{platform}'],
  ['POST /management/config_set/', { body: 'name value comment platform' }],
  ['PATCH /management/config_set/{configId}', { body: 'name value comment platform' }],
  ['DELETE /management/config_set/{configId}'],
  ['GET /management/config_set/{platform}/{configId}', { reply: 'configSet' }],
  // document forms
  ['POST /management/document_form/{platform}/{type}/{customerId}'],
  ['GET /management/document_form/{uuid}'],
  ['PATCH /management/document_form/{uuid}'],
  ['POST /management/document_form/approve/{uuid}'],
  ['POST /management/document_form/review/{uuid}'],
  ['POST /management/document_form/new/{uuid}'],
  ['GET /management/comment/document_form/{platform}/{uuid}/'],
  ['POST /management/comment/document_form/{platform}/{uuid}/', { body: 'comment' }],
  ['GET /management/document_form/zip/{uuid}'],
  ['GET /management/document_form/{platform}/{customerId}/{type}'],
  ['GET /management/document_form/list/{platform}/{query}'],
  ['POST /management/file_attachment/', { body: 'file' }],
  ['GET /management/file_attachment/{guid}'],
  ['GET /get_document_url_by_id', { query: 'id profile lifetime' }],
  // helpdesk
  ['POST /management/helpdesk/customer-forms/{platform}/{customerId}/{formType}'],
  ['POST /management/helpdesk/customer-forms/submit/{formId}', { body: 'file' }],
  ['GET /management/helpdesk/customer-forms/list/{platform}/{customerId}'],
  ['GET /management/helpdesk/tickets/{platform}/{customerId}'],
  [
    'POST /management/helpdesk/tickets/{platform}',
    { body: 'transactionId teamId subject description contact customer_id case_uuid' },
  ],
  ['GET /management/helpdesk/thread/{platform}/{ticketId}'],
  ['GET /management/helpdesk/thread/{platform}/{ticketId}/{threadId}'],
  ['POST /management/helpdesk/tickets/{platform}/{ticketId}/sendReply', { body: 'fromEmail to content' }],
  ['GET /management/helpdesk/reply-address/list/{platform}'],
  ['GET /management/helpdesk/templates/{platform}'],
  ['GET /management/helpdesk/templates/{platform}/{tempId}'],
  ['GET /management/helpdesk/teams/{platform}'],
  ['GET /management/helpdesk/contacts/{platform}/{customerId}'],
  // reports
  ['GET /management/report/transactions', { query: `page ${REPORT_FILTERS}`, reply: 'items total' }],
  ['GET /management/report/transactions-metadata', { query: REPORT_FILTERS }],
  ['GET /management/report/report.csv', { query: REPORT_FILTERS }],
  // assistant
  ['GET /history/{sessionId}', { query: 'token' }],
  ['POST /question/{sessionId}/{platform}/', { query: 'token', body: 'question' }],
  ['POST /simple-question/', { query: 'token question' }],
  ['GET /ping/{phrase}'],
]

/** Calls without a path in the specification, and our additions. */
export const OURS = [
  'POST /management/helpdesk/templates/{platform}',
  'PATCH /management/helpdesk/templates/{platform}/{tempId}',
  'DELETE /management/helpdesk/templates/{platform}/{tempId}',
  'POST /login/exchange',
  'GET /management/case/precedent/{caseId}',
  'GET /management/managers',
  'GET /management/alert/{alertId}/file/{fileId}',
  'GET /management/alert/{alertId}/allowlists',
  'PATCH /management/rule/procedures/{alertId}/{procedureId}',
  'PATCH /management/rule/{ruleId}/stage',
  'GET /management/rule/{ruleId}/shadow',
  'POST /management/rule/backtest',
  'GET /management/rule/backtest/{uuid}',
  'DELETE /management/rule/backtest/{uuid}',
  'GET /management/rule-proposals',
  'POST /management/rule-proposals/{proposalId}/approve',
  'POST /management/rule-proposals/{proposalId}/return',
  'POST /management/allowlist/dry-run',
  'GET /management/allowlist/{versionId}/alerts',
  'PATCH /management/account-alerts/resolve/{alertId}',
  'PATCH /management/account-alerts/resolveByRule/{platform}/{customerId}/{ruleId}',
  'GET /management/customers/account-alerts',
  'GET /management/customer/info/{platform}/{customerId}/activity',
  'PATCH /management/customer/info/{platform}/{customerId}/sanctions/{matchId}',
  'POST /management/helpdesk/customer-forms/link/{formId}',
  'POST /management/helpdesk/customer-forms/withdraw/{formId}',
  'GET /management/contract/{platform}/{contractId}',
  'GET /management/metrics/new-cases/{platform}',
  'GET /management/metrics/new-customers-by-rule/{platform}',
  'POST /management/document_form/ticket/{uuid}',
  'GET /management/document_form/pdf/{uuid}',
  'GET /management/document',
  'POST /management/document_form/signed/{uuid}',
  'POST /ticket/',
  'POST /export',
  'GET /{platform}/{fileId}',
  'GET /management/settings',
  'POST /management/settings',
  'DELETE /management/settings/{scope}/{kind}/{id}',
  'GET /capabilities',
  'POST /sync/ops',
  'GET /sync/snapshot',
  'GET /sync/rows',
  'GET /sync/stream',
  'POST /sync/device',
  'GET /sync/devices',
  'DELETE /sync/device/{device}',
  'POST /sync/receipts',
  'POST /sync/reset',
  'POST /sync/tombstones',
]

/** Notices other than SAVE on a PATCH: every one is a decision. */
export const NOTICED: Record<string, 'SAVE' | 'Delete' | 'Load File' | undefined> = {
  'POST /management/attachToAlert/{alertId}': 'Load File',
  'POST /management/file_attachment/': 'Load File',
  'POST /management/helpdesk/customer-forms/submit/{formId}': 'Load File',
  // says what came of it in words of its own
  'POST /management/allowlist/{versionId}/resolveAlerts': undefined,
  // changes nothing that is saved
  'POST /management/helpdesk/customer-forms/link/{formId}': undefined,
  'POST /management/allowlist/dry-run': undefined,
  'POST /management/rule/backtest': undefined,
  'DELETE /management/rule/backtest/{uuid}': undefined,
  // creates and changes nothing that is saved
  'POST /login/refreshToken': undefined,
  'POST /login/exchange': undefined,
  'POST /management/document_form/ticket/{uuid}': undefined,
  'POST /ticket/': undefined,
  'POST /question/{sessionId}/{platform}/': undefined,
  'POST /simple-question/': undefined,
  'POST /export': undefined,
  // queued operations have a notice of their own
  'POST /sync/ops': undefined,
  // nobody has asked for these
  'POST /sync/device': undefined,
  'POST /sync/receipts': undefined,
  'POST /sync/reset': undefined,
  'POST /sync/tombstones': undefined,
}
