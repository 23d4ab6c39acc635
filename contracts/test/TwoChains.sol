// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {ExecutionManager} from "../devnet/messaging/ExecutionManager.sol";
import {FastSwitchboard} from "../devnet/messaging/FastSwitchboard.sol";
import {Socket} from "../devnet/messaging/Socket.sol";
import {SwitchboardPaths} from "../devnet/messaging/SwitchboardPaths.sol";
import {TransmitManager} from "../devnet/messaging/TransmitManager.sol";
import {ICapacitor} from "../interfaces/ICapacitor.sol";
import {ISocket} from "../interfaces/ISocket.sol";
import {vm, Vm} from "./Vm.sol";

/// @title Two chains in one EVM: a socket each, with all that belongs to it, and the actors between them
/// @notice A socket knows itself by its slug alone, so nothing notices that both live side by side.
abstract contract TwoChains {
    struct Chain {
        uint32 slug;
        Socket socket;
        FastSwitchboard switchboard;
        ExecutionManager executionManager;
        TransmitManager transmitManager;
    }

    /// @dev A message on its way, as an observer of the source chain's logs knows it.
    struct Parcel {
        uint32 srcChainSlug;
        uint32 dstChainSlug;
        bytes32 packetId;
        bytes32 root;
        ISocket.MessageDetails message;
        ISocket.Fees fees;
    }

    uint32 internal constant ALPHA = 41_001;
    uint32 internal constant BETA = 41_002;
    uint256 internal constant TIMEOUT = 2 hours;
    uint256 internal constant TRANSMITTER_KEY = 0x7a;
    uint256 internal constant WATCHER_KEY = 0x3a;
    uint256 internal constant EXECUTOR_KEY = 0xe8;
    uint256 internal constant STRANGER_KEY = 0x5f;

    uint128 internal constant TRANSMISSION_FEES = 7e12;
    uint128 internal constant SWITCHBOARD_FEES = 3e12;
    uint128 internal constant VERIFICATION_FEES = 2e12;

    Chain internal alpha;
    Chain internal beta;

    constructor() {
        alpha = _deployChain(ALPHA, BETA);
        beta = _deployChain(BETA, ALPHA);
        vm.recordLogs();
    }

    /// @dev Refunds and withdrawals come here.
    receive() external payable {}

    function _price() internal pure returns (ExecutionManager.Price memory) {
        return
            ExecutionManager.Price({
                perGas: 1 gwei,
                perByte: 16 gwei,
                overhead: 5e12,
                relativeNativePrice: 2e18,
                maxMsgValue: 1 ether
            });
    }

    function _chain(uint32 slug) internal view returns (Chain storage) {
        return slug == ALPHA ? alpha : beta;
    }

    function _sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, MessageHashUtils.toEthSignedMessageHash(digest));
        return abi.encodePacked(r, s, v);
    }

    /// @dev The messages that were sent since the last look, in order.
    function _collect() internal returns (Parcel[] memory parcels) {
        return _parcelsIn(vm.getRecordedLogs());
    }

    function _parcelsIn(Vm.Log[] memory logs) internal pure returns (Parcel[] memory parcels) {
        uint256 count = 0;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].topics[0] == ISocket.MessageOutbound.selector) count++;
        }
        parcels = new Parcel[](count);
        uint256 next = 0;
        for (uint256 i = 0; next < count; i++) {
            Parcel memory parcel = parcels[next];
            if (logs[i].topics[0] == ICapacitor.MessageAdded.selector) {
                uint64 packetCount;
                (parcel.root, packetCount, ) = abi.decode(logs[i].data, (bytes32, uint64, bytes32));
                parcel.packetId = bytes32((uint256(uint160(logs[i].emitter)) << 64) | packetCount);
            } else if (logs[i].topics[0] == ISocket.MessageOutbound.selector) {
                _readOutbound(parcel, logs[i].data);
                next++;
            }
        }
    }

    function _collectOne() internal returns (Parcel memory) {
        Parcel[] memory parcels = _collect();
        vm.assertEq(parcels.length, 1, "messages sent");
        return parcels[0];
    }

    function _seal(Parcel memory parcel) internal {
        address capacitor = address(uint160(uint256(parcel.packetId) >> 64));
        _chain(parcel.srcChainSlug).socket.seal(1, capacitor, _sign(TRANSMITTER_KEY, _transmitterDigest(parcel)));
    }

    function _transmitterDigest(Parcel memory parcel) internal pure returns (bytes32) {
        return keccak256(abi.encode(keccak256("IMLI"), parcel.dstChainSlug, parcel.packetId, parcel.root));
    }

    function _propose(Parcel memory parcel) internal {
        Chain storage chain = _chain(parcel.dstChainSlug);
        chain.socket.proposeForSwitchboard(
            parcel.packetId,
            parcel.root,
            address(chain.switchboard),
            _sign(TRANSMITTER_KEY, _transmitterDigest(parcel))
        );
    }

    function _attest(Parcel memory parcel, uint256 proposalCount) internal {
        FastSwitchboard switchboard = _chain(parcel.dstChainSlug).switchboard;
        switchboard.attest(
            parcel.packetId,
            proposalCount,
            parcel.root,
            _sign(WATCHER_KEY, _attestDigest(parcel, proposalCount))
        );
    }

    function _attestDigest(Parcel memory parcel, uint256 proposalCount) internal view returns (bytes32) {
        address switchboard = address(_chain(parcel.dstChainSlug).switchboard);
        return keccak256(abi.encode(switchboard, parcel.dstChainSlug, parcel.packetId, proposalCount, parcel.root));
    }

    function _executionDetails(Parcel memory parcel) internal pure returns (ISocket.ExecutionDetails memory) {
        return
            ISocket.ExecutionDetails({
                packetId: parcel.packetId,
                proposalCount: 0,
                executionGasLimit: parcel.message.minMsgGasLimit,
                decapacitorProof: "",
                signature: _sign(EXECUTOR_KEY, parcel.root)
            });
    }

    function _execute(Parcel memory parcel) internal {
        _chain(parcel.dstChainSlug).socket.execute(_executionDetails(parcel), parcel.message);
    }

    function _sealProposeAttest(Parcel memory parcel) internal {
        _seal(parcel);
        _propose(parcel);
        _attest(parcel, 0);
    }

    function _deliver(Parcel memory parcel) internal {
        _sealProposeAttest(parcel);
        _execute(parcel);
    }

    function _readOutbound(Parcel memory parcel, bytes memory data) private pure {
        (
            parcel.srcChainSlug,
            ,
            parcel.dstChainSlug,
            ,
            parcel.message.msgId,
            parcel.message.minMsgGasLimit,
            parcel.message.executionParams,
            ,
            parcel.message.payload,
            parcel.fees
        ) = abi.decode(
            data,
            (uint32, address, uint32, address, bytes32, uint256, bytes32, bytes32, bytes, ISocket.Fees)
        );
        parcel.message.executionFee = parcel.fees.executionFee;
        parcel.packetId |= bytes32(uint256(parcel.srcChainSlug) << 224);
    }

    function _deployChain(uint32 slug, uint32 siblingSlug) private returns (Chain memory chain) {
        uint32[] memory siblings = new uint32[](1);
        siblings[0] = siblingSlug;

        chain.slug = slug;
        chain.transmitManager = new TransmitManager(
            address(this),
            _list(vm.addr(TRANSMITTER_KEY)),
            siblings,
            TRANSMISSION_FEES
        );
        chain.executionManager = new ExecutionManager(address(this), _list(vm.addr(EXECUTOR_KEY)), siblings, _price());
        chain.socket = new Socket(slug, address(chain.executionManager), address(chain.transmitManager));
        chain.switchboard = new FastSwitchboard(address(this), chain.socket, TIMEOUT, _paths(siblingSlug));
    }

    function _paths(uint32 siblingSlug) private pure returns (SwitchboardPaths.Path[] memory paths) {
        paths = new SwitchboardPaths.Path[](1);
        paths[0] = SwitchboardPaths.Path({
            siblingChainSlug: siblingSlug,
            siblingSwitchboard: address(0),
            switchboardFees: SWITCHBOARD_FEES,
            verificationOverheadFees: VERIFICATION_FEES,
            watchers: _list(vm.addr(WATCHER_KEY))
        });
    }

    function _list(address account) private pure returns (address[] memory accounts) {
        accounts = new address[](1);
        accounts[0] = account;
    }
}
