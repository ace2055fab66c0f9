-- What the change feed tells of. It reads the transaction that wrote a row last: numbers of transactions that have ended,
-- below the oldest that still runs, never gain a row any more; a serial number would, and a reader would miss it.

-- an insert has the default
create function mark_writer() returns trigger language plpgsql as $$
  begin
    new.xid := pg_current_xact_id();
    return new;
  end
$$;
create trigger case_writer before update on monitoring_case for each row execute function mark_writer();
create trigger alert_writer before update on alert for each row when (new.kind = 'account')
  execute function mark_writer();

-- a customer who is called something else is told again on open account alerts
create function retell_account_alerts() returns trigger language plpgsql as $$
  begin
    update alert set xid = pg_current_xact_id()
    where platform = new.platform and customer_id = new.id and kind = 'account'
      and status in ('new', 'await', 'in_progress', 'notification_sent');
    return null;
  end
$$;
create trigger customer_retold after update on customer for each row
  when ((old.name, old.username, old.type) is distinct from (new.name, new.username, new.type))
  execute function retell_account_alerts();

-- so is one of another risk, on open cases too
create function retell_risk() returns trigger language plpgsql as $$
  begin
    update monitoring_case set xid = pg_current_xact_id()
    where platform = new.platform and customer_id = new.customer_id and status in ('new', 'await', 'error', 'process');
    update alert set xid = pg_current_xact_id()
    where platform = new.platform and customer_id = new.customer_id and kind = 'account'
      and status in ('new', 'await', 'in_progress', 'notification_sent');
    return null;
  end
$$;
create trigger risk_scored after insert on customer_risk for each row execute function retell_risk();
create trigger risk_retold after update on customer_risk for each row
  when (old.score is distinct from new.score) execute function retell_risk();

-- what begins or ends to wait for approval shows on the row of its case
create function mark_case_of_approval() returns trigger language plpgsql as $$
  begin
    -- the trigger on cases marks the transaction
    update monitoring_case set id = id where platform = new.platform and id = new.case_id;
    return null;
  end
$$;
create trigger approval_in_feed after insert or update of status on approval for each row
  when (new.case_id is not null) execute function mark_case_of_approval();

-- an STR or SAR shows on the customer's other open work; what is locked is being changed, so that the feed tells of it anyway
create function retell_str() returns trigger language plpgsql as $$
  begin
    update alert set xid = pg_current_xact_id()
    where id in (select id from alert
      where platform = new.platform and customer_id = new.customer_id and kind = 'account' and id::text <> new.id::text
        and status in ('new', 'await', 'in_progress', 'notification_sent')
      for update skip locked);
    update monitoring_case set xid = pg_current_xact_id()
    where platform = new.platform and id in (select id from monitoring_case
      where platform = new.platform and customer_id = new.customer_id and id <> new.id::text
        and status in ('new', 'await', 'error', 'process')
      for update skip locked);
    return null;
  end
$$;
create trigger str_told after update on monitoring_case for each row
  when (old.recommended_str is distinct from new.recommended_str) execute function retell_str();
create trigger sar_told after update on alert for each row
  when (new.kind = 'account' and old.sar is distinct from new.sar) execute function retell_str();
