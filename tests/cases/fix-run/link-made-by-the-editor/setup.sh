mkdir -p repo/src repo/.git outside
echo main > repo/src/main.txt
echo old > repo/src/old.txt
echo config > repo/.git/config
echo secret > outside/secret.txt
cat > editor.sh <<'END'
#!/bin/sh
rm src/main.txt
ln -s ../../outside/secret.txt src/main.txt
END
chmod +x editor.sh
