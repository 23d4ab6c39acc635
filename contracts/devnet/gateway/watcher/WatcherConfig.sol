// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {IAsyncDeployer} from "../../../gateway/interfaces/IAsyncDeployer.sol";
import {IRequestQueue} from "../../../gateway/interfaces/IRequestQueue.sol";
import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {Ids} from "../../messaging/Ids.sol";
import {IFeesManagerOperator} from "../interfaces/IFeesManagerOperator.sol";
import {IWatcherOperator} from "../interfaces/IWatcherOperator.sol";

/// @title Part of the watcher contract that knows the other contracts and the chains
abstract contract WatcherConfig is IWatcher, IRequestQueue, IWatcherOperator {
    /// @dev The gateway's contracts on a chain.
    struct ChainContracts {
        address socket;
        address contractFactory;
        address feesPlug;
    }

    struct ChainConfig {
        uint32 chainSlug;
        ChainContracts contracts;
    }

    /// @param chainSlug Slug of the gateway chain.
    /// @param operator Account that submits the off-chain actors' steps.
    /// @param signer Account whose signature authorizes payloads.
    /// @param transmitter Account that earns the fees of requests.
    struct Config {
        uint32 chainSlug;
        address operator;
        address signer;
        address transmitter;
        address feesManager;
        address asyncDeployer;
        ChainConfig[] chains;
    }

    /// @notice Base fee of any payload, and the fee of a trigger and of a timeout, in credits.
    uint256 public constant PAYLOAD_FEE = 5e13;
    /// @notice Longest delay of a schedule or timeout.
    uint256 internal constant LONGEST_DELAY = 24 hours;

    uint32 public immutable chainSlug;
    address public immutable operator;
    address public immutable signer;
    address public immutable transmitter;
    IFeesManagerOperator public immutable feesManager__;
    IAsyncDeployer public immutable asyncDeployer__;

    mapping(uint32 chainSlug => ChainContracts) private _chains;
    /// @dev Shared by payloads and timeouts, so that their ids never collide.
    uint64 private _idCount;

    modifier onlyOperator() {
        if (msg.sender != operator) revert NotWatcher(msg.sender);
        _;
    }

    modifier onlyFeesManager() {
        if (msg.sender != address(feesManager__)) revert NotFeesManager(msg.sender);
        _;
    }

    constructor(Config memory config) {
        chainSlug = config.chainSlug;
        operator = config.operator;
        signer = config.signer;
        transmitter = config.transmitter;
        feesManager__ = IFeesManagerOperator(config.feesManager);
        asyncDeployer__ = IAsyncDeployer(config.asyncDeployer);
        for (uint256 i = 0; i < config.chains.length; i++) {
            _chains[config.chains[i].chainSlug] = config.chains[i].contracts;
        }
    }

    /// @inheritdoc IWatcher
    function evmxSlug() external view returns (uint32 slug) {
        return chainSlug;
    }

    function _chain(uint32 slug) internal view returns (ChainContracts memory contracts) {
        contracts = _chains[slug];
        if (contracts.socket == address(0)) revert UnknownChain(slug);
    }

    function _nextId() internal returns (bytes32) {
        return Ids.encode(chainSlug, address(this), ++_idCount);
    }

    /// @dev What belongs to no request is paid at once, in the credits of the app gateway or account that it is for.
    function _chargePayloadFee(address account) internal {
        feesManager__.transferCredits(account, transmitter, PAYLOAD_FEE);
    }

    function _requireShort(uint256 delayInSeconds) internal pure {
        if (delayInSeconds > LONGEST_DELAY) revert TimeoutTooLong(delayInSeconds, LONGEST_DELAY);
    }

    function _requireSigned(bytes32 digest, bytes calldata proof) internal view {
        bytes32 signed = MessageHashUtils.toEthSignedMessageHash(digest);
        (address recovered, ECDSA.RecoverError problem, ) = ECDSA.tryRecover(signed, proof);
        if (problem != ECDSA.RecoverError.NoError || recovered != signer) revert InvalidProof();
    }
}
