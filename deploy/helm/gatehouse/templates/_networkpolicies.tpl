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
{{- $clusterPods := list (dict "podSelector" (dict "matchLabels" (dict "cnpg.io/cluster" (printf "%s-database" (include "gatehouse.fullname" .))))) -}}
{{- $inRelease := .Values.cluster.enabled -}}
{{- $peers := $inRelease | ternary $clusterPods .Values.networkPolicy.databasePeers -}}
{{- $port := $inRelease | ternary 5432 .Values.database.port -}}
{{ include "gatehouse.networkRule" (dict "direction" "to" "peers" $peers "port" $port) }}
{{- end -}}

{{/* PostgreSQL for the owner, who bypasses a pooler. */}}
{{- define "gatehouse.ownerDatabaseRule" -}}
{{- if or .Values.cluster.enabled (not .Values.database.owner.port) -}}
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
