// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {SingleCapacitor} from "../packets/SingleCapacitor.sol";
import {SingleDecapacitor} from "../packets/SingleDecapacitor.sol";

/// @title Part of the socket that stores the plugs' connections
abstract contract SocketConfig is ISocket {
    struct PlugConfig {
        address siblingPlug;
        address inboundSwitchboard;
        address outboundSwitchboard;
        address capacitor;
        address decapacitor;
    }

    /// @dev Included in transmitters' signatures.
    bytes32 internal constant VERSION = keccak256("IMLI");
    uint256 private constant SINGLE_MESSAGE_CAPACITOR = 1;

    /// @inheritdoc ISocket
    uint32 public immutable chainSlug;
    /// @inheritdoc ISocket
    address public immutable executionManager__;
    /// @inheritdoc ISocket
    address public immutable transmitManager__;

    /// @inheritdoc ISocket
    mapping(address switchboard => mapping(uint32 siblingChainSlug => address capacitor)) public capacitors__;
    /// @notice Destination chain of a capacitor's packets; zero if the address is not one of this socket's capacitors.
    mapping(address capacitor => uint32 siblingChainSlug) public capacitorToSlug;

    /// @dev Stateless, so one instance serves every switchboard and chain.
    SingleDecapacitor private immutable _decapacitor;
    mapping(address plug => mapping(uint32 siblingChainSlug => PlugConfig)) internal _plugConfigs;

    /// @notice Emitted when a switchboard opens a path to another chain.
    event SwitchboardAdded(
        address switchboard,
        uint32 siblingChainSlug,
        address siblingSwitchboard,
        address capacitor,
        address decapacitor
    );

    constructor(uint32 chainSlug_, address executionManager_, address transmitManager_) {
        if (executionManager_ == address(0) || transmitManager_ == address(0)) revert ZeroAddress();
        chainSlug = chainSlug_;
        executionManager__ = executionManager_;
        transmitManager__ = transmitManager_;
        _decapacitor = new SingleDecapacitor();
    }

    /// @inheritdoc ISocket
    function connect(
        uint32 siblingChainSlug_,
        address siblingPlug_,
        address inboundSwitchboard_,
        address outboundSwitchboard_
    ) external {
        address capacitor = capacitors__[outboundSwitchboard_][siblingChainSlug_];
        if (capacitor == address(0) || capacitors__[inboundSwitchboard_][siblingChainSlug_] == address(0)) {
            revert InvalidConnection();
        }
        _plugConfigs[msg.sender][siblingChainSlug_] = PlugConfig({
            siblingPlug: siblingPlug_,
            inboundSwitchboard: inboundSwitchboard_,
            outboundSwitchboard: outboundSwitchboard_,
            capacitor: capacitor,
            decapacitor: address(_decapacitor)
        });
        emit PlugConnected(
            msg.sender,
            siblingChainSlug_,
            siblingPlug_,
            inboundSwitchboard_,
            outboundSwitchboard_,
            capacitor,
            address(_decapacitor)
        );
    }

    /// @inheritdoc ISocket
    /// @dev Open to everyone: a switchboard gains nothing except that plugs can choose it.
    function registerSwitchboardForSibling(
        uint32 siblingChainSlug_,
        uint256,
        uint256 capacitorType_,
        address siblingSwitchboard_
    ) external returns (address capacitor, address decapacitor) {
        if (capacitors__[msg.sender][siblingChainSlug_] != address(0)) revert SwitchboardExists();
        if (capacitorType_ != SINGLE_MESSAGE_CAPACITOR) revert InvalidCapacitorType();

        capacitor = address(new SingleCapacitor());
        decapacitor = address(_decapacitor);
        capacitors__[msg.sender][siblingChainSlug_] = capacitor;
        capacitorToSlug[capacitor] = siblingChainSlug_;
        emit SwitchboardAdded(msg.sender, siblingChainSlug_, siblingSwitchboard_, capacitor, decapacitor);
    }

    /// @inheritdoc ISocket
    function getPlugConfig(
        address plugAddress_,
        uint32 siblingChainSlug_
    )
        external
        view
        returns (
            address siblingPlug,
            address inboundSwitchboard__,
            address outboundSwitchboard__,
            address capacitor__,
            address decapacitor__
        )
    {
        PlugConfig storage config = _plugConfigs[plugAddress_][siblingChainSlug_];
        return (
            config.siblingPlug,
            config.inboundSwitchboard,
            config.outboundSwitchboard,
            config.capacitor,
            config.decapacitor
        );
    }

    /// @inheritdoc ISocket
    function version() external pure returns (bytes32) {
        return VERSION;
    }

    /// @dev Returns the digest that a transmitter signs, both to seal a packet at its source and to propose it at its
    /// destination.
    function _transmitterDigest(
        uint32 dstChainSlug,
        bytes32 packetId,
        bytes32 root
    ) internal pure returns (bytes32 digest) {
        return keccak256(abi.encode(VERSION, dstChainSlug, packetId, root));
    }

    /// @dev Hashes every field that determines a message's effect and its sender. Source and destination each compute
    /// it from their own state, so a message is executed only if both plugs name each other.
    function _packMessage(
        uint32 srcChainSlug,
        address srcPlug,
        uint32 dstChainSlug,
        address dstPlug,
        MessageDetails memory message
    ) internal pure returns (bytes32 packedMessage) {
        return
            keccak256(
                abi.encode(
                    srcChainSlug,
                    srcPlug,
                    dstChainSlug,
                    dstPlug,
                    message.msgId,
                    message.minMsgGasLimit,
                    message.executionParams,
                    message.executionFee,
                    message.payload
                )
            );
    }
}
