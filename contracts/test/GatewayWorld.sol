// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AddressResolver} from "../devnet/gateway/AddressResolver.sol";
import {AsyncDeployer} from "../devnet/gateway/AsyncDeployer.sol";
import {ContractFactory} from "../devnet/gateway/ContractFactory.sol";
import {FeesManager} from "../devnet/gateway/FeesManager.sol";
import {FeesPlug} from "../devnet/gateway/FeesPlug.sol";
import {FeeToken} from "../devnet/gateway/FeeToken.sol";
import {Forwarder} from "../devnet/gateway/Forwarder.sol";
import {ForwarderBeacon} from "../devnet/gateway/ForwarderBeacon.sol";
import {GatewaySocket} from "../devnet/gateway/GatewaySocket.sol";
import {Watcher} from "../devnet/gateway/Watcher.sol";
import {WatcherConfig} from "../devnet/gateway/WatcherConfig.sol";
import {CallOptions, CallType} from "../gateway/GatewayTypes.sol";
import {ExecuteParams} from "../gateway/interfaces/IGatewaySocket.sol";
import {IWatcher} from "../gateway/interfaces/IWatcher.sol";
import {vm, Vm} from "./Vm.sol";

/// @title The gateway and two chains in one
/// @notice The test is the watcher's operator, and every other actor. What is queued is read from the logs, as the
/// devnet's actors do; `_collect` forgets every log that the gateway did not write.
abstract contract GatewayWorld {
    /// @dev One chain's contracts.
    struct Served {
        GatewaySocket socket;
        ContractFactory factory;
        FeeToken token;
        FeesPlug plug;
    }

    /// @dev What is not indexed of PayloadQueued.
    // solhint-disable-next-line gas-struct-packing
    struct Queued {
        uint40 batchCount;
        CallType callType;
        uint32 chainSlug;
        address target;
        bytes callData;
        CallOptions options;
        bytes32 contractId;
    }

    /// @dev What the logs say about a payload, and what came of it.
    struct Item {
        Queued queued;
        bytes data;
        bytes returnData;
        uint256 gasUsed;
        bytes4 selector;
        address appGateway;
        uint40 requestCount;
        bool isResolved;
    }

    uint32 internal constant GATEWAY = 41_000;
    uint32 internal constant ALPHA = 41_001;
    uint32 internal constant BETA = 41_002;
    uint256 internal constant SIGNER_KEY = 0x5164e2;
    uint256 internal constant STRANGER_KEY = 0xbad;
    address internal constant TRANSMITTER = address(0x7a45);
    address internal constant SWITCHBOARD = address(0x5b);
    /// @dev What every test's requests may cost, unless it is about that.
    uint256 internal constant MAX_FEES = 1e16;

    AddressResolver internal resolver;
    Watcher internal watcher;
    FeesManager internal feesManager;
    AsyncDeployer internal asyncDeployer;
    mapping(uint32 slug => Served) internal served;

    mapping(bytes32 payloadId => Item) internal items;
    bytes32[] internal payloadIds;
    bytes32[] internal timeoutIds;
    uint256 private _depositCount;

    constructor() {
        // Served chains take the first eight addresses, the gateway the six after them.
        address predictedWatcher = _addressAt(10);
        address predictedFeesManager = _addressAt(11);
        AsyncDeployer predictedDeployer = AsyncDeployer(_addressAt(12));
        _serve(ALPHA, predictedFeesManager);
        _serve(BETA, predictedFeesManager);
        resolver = new AddressResolver(
            IWatcher(predictedWatcher),
            FeesManager(payable(predictedFeesManager)),
            predictedDeployer
        );
        watcher = new Watcher(_config(predictedFeesManager, address(predictedDeployer)));
        feesManager = new FeesManager(watcher, address(this));
        asyncDeployer = new AsyncDeployer(address(resolver), _addressAt(14));
        Forwarder forwarder = new Forwarder(watcher, asyncDeployer);
        new ForwarderBeacon(address(forwarder), address(this));
        vm.deal(address(feesManager), 1e6 ether);
        vm.recordLogs();
    }

    /// @notice Brings fee tokens in on a chain, and counts them.
    function _deposit(uint32 slug, address receiver, uint256 amount) internal {
        Served storage chain = served[slug];
        chain.token.mint(address(this), amount);
        chain.token.approve(address(chain.plug), amount);
        chain.plug.depositCredit(address(chain.token), receiver, amount);
        bytes32 depositId = keccak256(abi.encode(slug, ++_depositCount));
        feesManager.creditDeposit(depositId, slug, address(chain.token), receiver, amount, 0);
    }

    function _forwarder(address onChainAddress, uint32 slug) internal returns (address) {
        return asyncDeployer.getOrDeployForwarderContract(onChainAddress, slug);
    }

    /// @notice Reads what was queued since the last time.
    /// @return added How many payloads.
    function _collect() internal returns (uint256 added) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter != address(watcher)) continue;
            bytes32 topic = logs[i].topics[0];
            bytes32 id = logs[i].topics[1];
            _note(logs[i]);
            if (topic == IWatcher.TimeoutScheduled.selector) timeoutIds.push(id);
            if (topic == IWatcher.CallbackSet.selector) {
                (items[id].selector, items[id].data) = abi.decode(logs[i].data, (bytes4, bytes));
            }
            if (topic == IWatcher.PayloadQueued.selector) {
                _keep(logs[i]);
                added++;
            }
        }
    }

    /// @notice Takes every payload as far as it goes, and what is queued meanwhile.
    function _runAll() internal {
        _collect();
        for (uint256 i = 0; i < payloadIds.length; i++) {
            if (!items[payloadIds[i]].isResolved) _carry(payloadIds[i]);
        }
    }

    /// @notice Takes one payload all the way.
    function _carry(bytes32 payloadId) internal {
        _finalize(payloadId);
        _execute(payloadId);
        _resolve(payloadId);
    }

    function _finalize(bytes32 payloadId) internal {
        watcher.finalize(payloadId, _proof(payloadId));
    }

    /// @dev A read is a call that changes nothing, and costs nothing.
    function _execute(bytes32 payloadId) internal {
        Item storage item = items[payloadId];
        if (item.queued.callType == CallType.READ) {
            (bool success, bytes memory returnData) = item.queued.target.staticcall(item.queued.callData);
            vm.assertTrue(success);
            item.returnData = returnData;
            return;
        }
        uint256 value = item.queued.options.value;
        vm.deal(address(this), address(this).balance + value);
        ExecuteParams memory params = _params(payloadId);
        bytes memory proof = _proof(payloadId);
        uint256 left = gasleft();
        item.returnData = served[item.queued.chainSlug].socket.execute{value: value}(params, proof);
        item.gasUsed = left - gasleft();
    }

    function _resolve(bytes32 payloadId) internal {
        Item storage item = items[payloadId];
        watcher.resolvePayload(payloadId, item.selector, item.data, item.returnData, item.gasUsed);
        item.isResolved = true;
        _collect();
    }

    function _params(bytes32 payloadId) internal view returns (ExecuteParams memory) {
        Item storage item = items[payloadId];
        return
            ExecuteParams(
                payloadId,
                item.appGateway,
                item.queued.target,
                item.queued.options.value,
                item.queued.options.gasLimit,
                item.queued.callData
            );
    }

    function _proof(bytes32 payloadId) internal view returns (bytes memory) {
        return _sign(SIGNER_KEY, watcher.digestOf(payloadId));
    }

    function _sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        bytes32 prefixed = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", digest));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, prefixed);
        return abi.encodePacked(r, s, v);
    }

    /// @dev For those who want to know more of what the watcher contract logs.
    function _note(Vm.Log memory log) internal virtual {}

    function _keep(Vm.Log memory log) private {
        Item storage item = items[log.topics[1]];
        payloadIds.push(log.topics[1]);
        item.requestCount = uint40(uint256(log.topics[2]));
        item.appGateway = address(uint160(uint256(log.topics[3])));
        // A struct is written like the arguments of an event, but for where it begins.
        item.queued = abi.decode(bytes.concat(bytes32(uint256(32)), log.data), (Queued));
    }

    function _serve(uint32 slug, address feesManager_) private {
        Served storage chain = served[slug];
        chain.socket = new GatewaySocket(slug, vm.addr(SIGNER_KEY));
        chain.factory = new ContractFactory(chain.socket, SWITCHBOARD);
        chain.token = new FeeToken("Test Dollar", "USDX");
        address[] memory tokens = new address[](1);
        tokens[0] = address(chain.token);
        chain.plug = new FeesPlug(chain.socket, feesManager_, tokens);
    }

    function _config(address feesManager_, address deployer) private view returns (WatcherConfig.Config memory config) {
        WatcherConfig.ChainConfig[] memory chains = new WatcherConfig.ChainConfig[](2);
        chains[0] = WatcherConfig.ChainConfig(ALPHA, _contractsOf(ALPHA));
        chains[1] = WatcherConfig.ChainConfig(BETA, _contractsOf(BETA));
        address signer = vm.addr(SIGNER_KEY);
        return WatcherConfig.Config(GATEWAY, address(this), signer, TRANSMITTER, feesManager_, deployer, chains);
    }

    function _contractsOf(uint32 slug) private view returns (WatcherConfig.ChainContracts memory) {
        Served storage chain = served[slug];
        return WatcherConfig.ChainContracts(address(chain.socket), address(chain.factory), address(chain.plug));
    }

    /// @dev Where this contract's nth deployment goes, for n below 128.
    function _addressAt(uint8 nonce) private view returns (address) {
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"d694", address(this), nonce)))));
    }
}
