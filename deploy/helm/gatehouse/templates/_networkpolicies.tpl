{{/* A rule to or from peers on one port: (dict "direction" "to" "peers" list "port" 5432). No peers means any peer. */}}
{{- define "gatehouse.networkRule" -}}
- ports:
    - protocol: TCP
      port: {{ .port }}
  {{- with .peers }}
  {{ $.direction }}:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{- define "gatehouse.dnsRule" -}}
- ports:
    - protocol: UDP
      port: {{ .Values.networkPolicy.dns.port }}
    - protocol: TCP
      port: {{ .Values.networkPolicy.dns.port }}
  {{- with .Values.networkPolicy.dns.peers }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* PostgreSQL, in the release or outside. */}}
{{- define "gatehouse.databaseRule" -}}
{{- $peers := .Values.networkPolicy.databasePeers -}}
{{- if .Values.cluster.enabled -}}
{{- $peers = list (dict "podSelector" (dict "matchLabels" (dict "cnpg.io/cluster" (printf "%s-database" (include "gatehouse.fullname" .))))) -}}
{{- else if .Values.quickstart -}}
{{- $peers = include "gatehouse.componentPeers" (list . (list "postgres")) | fromYamlArray -}}
{{- end -}}
{{- $port := (include "gatehouse.database" (list . "identity") | fromYaml).port | int -}}
{{ include "gatehouse.networkRule" (dict "direction" "to" "peers" $peers "port" $port) }}
{{- end -}}

{{/* The mail server; a quick try has its own. */}}
{{- define "gatehouse.smtpPeers" -}}
{{- if .Values.quickstart -}}{{ include "gatehouse.componentPeers" (list . (list "mailbox")) }}{{- else -}}{{ toYaml .Values.networkPolicy.smtpPeers }}{{- end -}}
{{- end -}}

{{/* PostgreSQL for the owner, who bypasses a pooler. */}}
{{- define "gatehouse.ownerDatabaseRule" -}}
{{- if or .Values.cluster.enabled .Values.quickstart (not .Values.database.owner.port) -}}
{{ include "gatehouse.databaseRule" . }}
{{- else -}}
{{ include "gatehouse.networkRule" (dict "direction" "to" "peers" .Values.networkPolicy.databasePeers "port" .Values.database.owner.port) }}
{{- end -}}
{{- end -}}

{{/* The pods of some components: (list $ (list "web" "test")). */}}
{{- define "gatehouse.componentPeers" -}}
- podSelector:
    matchLabels:
      {{- include "gatehouse.releaseLabels" (index . 0) | nindent 6 }}
    matchExpressions:
      - key: app.kubernetes.io/component
        operator: In
        values:
          {{- toYaml (index . 1) | nindent 10 }}
{{- end -}}

{{/* The collector's port: from its address, or the default of its scheme. */}}
{{- define "gatehouse.collectorPort" -}}
{{- $url := urlParse .Values.telemetry.endpoint -}}
{{- default (eq $url.scheme "https" | ternary "443" "80") (regexFind ":[0-9]+$" $url.host | trimPrefix ":") -}}
{{- end -}}
