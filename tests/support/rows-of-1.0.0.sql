-- Rows of a small database of version 1.0.0, as that version wrote them: two cases, one worked on by an analyst.

insert into account (id, email, first_name, last_name, roles, platforms, version) values
  ('analyst', 'analyst@docket.example', 'Mara', 'Lindqvist', '{analyst}', '{paxum}', 1),
  ('manager', 'manager@docket.example', 'Ingrid', 'Okafor', '{analyst,manager}', '{paxum}', 1);

insert into customer (platform, id, type, name, first_name, last_name, username, country, created_at, profile) values
  ('paxum', '100', 'personal', 'Ada Byron', 'Ada', 'Byron', 'ada', 'GB', '2026-03-10 12:00:00+00', '{}'),
  ('paxum', '200', 'business', 'Acme Ltd', null, null, 'acme', 'CA', '2026-03-10 12:00:00+00', '{}');

insert into transaction (platform, id, at, customer_id, counterparty_id, direction, service, amount, currency, usd,
  country, counterparty_country, client_name, counterparty_name, status, data, ingested_at) values
  ('paxum', '1001', '2026-03-10 12:00:00+00', '100', 'n-1', 'outgoing', 'wire3rdParty', 12400.00, 'USD', 12400.00,
    'CA', 'US', 'Ada Byron', 'Northwind Ltd', 'new',
    '{"transactionDesc": "Invoice 7", "transactionApprovalMode": "code"}', '2026-03-10 12:00:00+00'),
  ('paxum', '1002', '2026-03-10 12:00:00+00', '200', 'n-1', 'outgoing', 'wire3rdParty', 12400.00, 'USD', 12400.00,
    'CA', 'US', 'Acme Ltd', 'Northwind Ltd', 'new',
    '{"transactionDesc": "Invoice 7", "transactionApprovalMode": "code"}', '2026-03-10 12:00:00+00');

insert into rule (id, platform, name, description, area, type, criteria, options, revision_id, author, updated_at,
  stage) overriding system value values
  (1, 'paxum', 'Limit', 'Limit rule', 'transaction', 'limit_transaction',
    '{"limit_transaction": {"limit": "1000000"}}', '{"action": "alert"}', 7, 'manager', '2026-03-10 12:00:00+00',
    'live'),
  (2, 'paxum', 'Velocity', 'Velocity rule', 'transaction', 'account_velocity',
    '{"account_velocity": {"period": 1, "maxTransactions": 1000}}',
    '{"action": "alert", "procedures": [{"id": "call", "text": "Call the customer"}], "transaction_direction": "outgoing"}',
    7, 'manager', '2026-03-10 12:00:00+00', 'live'),
  (3, 'paxum', 'Prohibited country', 'Prohibited country rule', 'transaction', 'ip_prohibited_country',
    '{"ip_prohibited_country": {"countries": ["KP"]}}',
    '{"action": "hardstop", "transaction_services": ["wire3rdParty"]}', 7, 'manager', '2026-03-10 12:00:00+00',
    'live'),
  (9, 'paxum', 'Residence changed', 'Residence changed rule', 'account', 'permission_transaction', '{}', '{}', 7,
    'manager', '2026-03-10 12:00:00+00', 'live');

insert into monitoring_case (platform, id, uuid, transaction_id, customer_id, customer_type, status, recommended_str,
  transaction_status, created_at, alert_count, open_alert_count, hard_stop_count, active_hard_stop, service,
  direction, amount, currency, usd, country, client_name, counterparty_name, search, version, lead_rule, due_pauses)
  values
  ('paxum', 'PX1001', 'b724b55d-0d6d-489e-824c-29cdeac8c1d2', '1001', '100', 'personal', 'new', 0, 'new',
    '2026-03-10 12:00:00+00', 2, 1, 0, 0, 'wire3rdParty', 'outgoing', 12400.00, 'USD', 12400.00, 'CA', 'Ada Byron',
    'Northwind Ltd', e'px1001\n\nadabyron\n\n\n\n\n\n\n', 3, 'Velocity', '{}'),
  ('paxum', 'PX1002', '89186f92-382b-42c7-958d-f170bed6c1e8', '1002', '200', 'business', 'new', 0, 'new',
    '2026-03-10 12:00:00+00', 1, 1, 1, 1, 'wire3rdParty', 'outgoing', 12400.00, 'USD', 12400.00, 'CA', 'Acme Ltd',
    'Northwind Ltd', e'px1002\n\nacmeltd\n\n\n\n\n\n\n', 1, 'Prohibited country', '{}');

insert into alert (id, platform, kind, case_id, customer_id, rule_id, rule_name, rule_type, rule_description,
  revision_id, level, status, sar, note, created_at, resolved_at, resolved_by, trigger_info, criteria, enrichment,
  version, due_pauses) overriding system value values
  (1, 'paxum', 'transaction', 'PX1001', '100', 1, 'Limit', 'limit_transaction', 'Limit rule', 7, 'alert', 'rejected',
    0, 'Invoice seen.', '2026-03-10 12:00:00+00', '2026-03-10 12:00:00+00', 'analyst',
    '{"text": "12,400 of 9,000", "facts": [{"saw": "12400", "label": "amount", "allows": "9000"}]}',
    '{"limit": 9000}', '{}', 2, '{}'),
  (2, 'paxum', 'transaction', 'PX1001', '100', 2, 'Velocity', 'account_velocity', 'Velocity rule', 7, 'alert', 'new',
    0, null, '2026-03-10 12:00:00+00', null, null,
    '{"text": "12,400 of 9,000", "facts": [{"saw": "12400", "label": "amount", "allows": "9000"}]}',
    '{"limit": 9000}', '{}', 1, '{}'),
  (3, 'paxum', 'transaction', 'PX1002', '200', 3, 'Prohibited country', 'ip_prohibited_country',
    'Prohibited country rule', 7, 'hardstop', 'new', 0, null, '2026-03-10 12:00:00+00', null, null,
    '{"text": "12,400 of 9,000", "facts": [{"saw": "12400", "label": "amount", "allows": "9000"}]}',
    '{"limit": 9000}', '{}', 1, '{}'),
  (4, 'paxum', 'account', null, '100', 9, 'Residence changed', 'permission_transaction', 'Residence changed rule', 7,
    'alert', 'new', 0, null, '2026-03-10 12:00:00+00', null, null, '{"text": "GB, was CA", "facts": []}', '{}', '{}',
    1, '{}');

insert into note (id, platform, case_id, alert_id, customer_id, author_id, text, created_at) values
  ('37718530-dc9a-4656-93db-51edb9270dbc', 'paxum', 'PX1001', null, '100', 'analyst',
    'Asked the customer for the invoice.', '2026-03-10 12:00:00+00'),
  ('980a5606-a271-454b-906f-b504331b2ed6', 'paxum', 'PX1001', 1, '100', 'analyst', 'Invoice seen.',
    '2026-03-10 12:00:00+00');

insert into audit (n, at, actor, roles, platform, action, object_kind, object_id, version, before, after, note,
  rule_revision, alert_ids, app_version, previous, hash) values
  (1, '2026-03-10 12:00:00+00', 'analyst', '{analyst}', 'paxum', 'add note', 'case', 'PX1001', 2, null, null,
    'Asked the customer for the invoice.', null, null, '2.0.9',
    '\x0000000000000000000000000000000000000000000000000000000000000000',
    '\x99bbd8cbc1fc6252224a843cf2364b0b920dfa2b4b09a707c6fc6d68708f60d6'),
  (2, '2026-03-10 12:00:00+00', 'analyst', '{analyst}', 'paxum', 'reject alert', 'alert', '1', 2,
    '{"status": "new"}', '{"status": "rejected"}', 'Invoice seen.', 7, '{1}', '2.0.9',
    '\x99bbd8cbc1fc6252224a843cf2364b0b920dfa2b4b09a707c6fc6d68708f60d6',
    '\x753635e573b23f381f4bc22dde8afb96b0873643dd485fe9cd93dca2e635dcb6');

select setval('rule_id_seq', 9), setval('alert_id_seq', 4);
